import type { ReplacementCase, ReplacementOutcome, ReplacementSection, ReplacementTexts } from './replacementCase';

export interface ObservedRow {
	outcome: ReplacementOutcome;
	texts: ReplacementTexts;
}

const COLUMNS = ['What goes wrong', 'Outcome', 'What you see', 'What is on the lock with this PIN', 'What was sent'];

/** The page for users, from its text and what was observed; the same whenever the same was observed. */
export function replacementPage(intro: string, sections: ReplacementSection[], observed: ReadonlyMap<ReplacementCase, ObservedRow>): string {
	const parts = sections.map(({ title, intro: sectionIntro, cases }) => {
		const rows = cases.map((replacementCase) => {
			const row = observed.get(replacementCase);
			if (!row) throw new Error(`Nothing was observed of '${replacementCase.fault}': run the whole file`);
			return toRow([replacementCase.fault, toOutcome(row.outcome), whatYouSee(row), row.outcome.onLock, whatWasSent(row.outcome)]);
		});
		return [`### ${title}`, '', sectionIntro, '', toRow(COLUMNS), toRow(COLUMNS.map(() => '---')), ...rows, ''].join('\n');
	});
	return [intro, ...parts].join('\n');
}

const toRow = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const toOutcome = ({ run, outcome }: ReplacementOutcome): string => (run === 'canceled' || !outcome ? '-' : `\`${outcome}\``);

function whatYouSee({ outcome: { run }, texts: { message = '', nextStep, log } }: ObservedRow): string {
	if (run === 'canceled') return log.length > 0 ? `In the log: **${log.join('<br>')}**` : 'Nothing. The run is canceled';
	return nextStep ? `**${message}**<br>${nextStep}` : `**${message}**`;
}

const whatWasSent = ({ deletion, creation }: ReplacementOutcome): string =>
	[deletion && `deletion: ${deletion}`, creation && `creation: ${creation}`].filter(Boolean).join('; ') || 'nothing';
