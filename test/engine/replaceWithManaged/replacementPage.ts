import type {
	ReplacementCase,
	ReplacementOutcome,
	ReplacementSection,
	ReplacementTexts,
} from './replacementCase';

export interface ObservedRow {
	outcome: ReplacementOutcome;
	texts: ReplacementTexts;
}

const COLUMNS = ['What goes wrong', 'Outcome', 'What you see', 'Code with this PIN on the lock'];

/** The page for users, from its text and the observed outcomes; the same outcomes give the same page. Faults with equal outcomes share a row. */
export function replacementPage(
	intro: string,
	sections: ReplacementSection[],
	observed: ReadonlyMap<ReplacementCase, ObservedRow>,
): string {
	const parts = sections.map(({ title, intro: sectionIntro, cases }) => {
		const faultsByEnd = new Map<string, string[]>();
		for (const replacementCase of cases) {
			const row = observed.get(replacementCase);
			if (!row)
				throw new Error(`Nothing was observed of '${replacementCase.fault}': run the whole file`);
			const end = toCells([toOutcome(row.outcome), whatYouSee(row), row.outcome.onLock]);
			faultsByEnd.set(end, [...(faultsByEnd.get(end) ?? []), replacementCase.fault]);
		}
		const rows = [...faultsByEnd].map(
			([end, faults]) => `| ${toCells([faults.join('<br>')])} | ${end} |`,
		);
		return [
			`### ${title}`,
			'',
			sectionIntro,
			'',
			`| ${toCells(COLUMNS)} |`,
			`| ${toCells(COLUMNS.map(() => '---'))} |`,
			...rows,
			'',
		].join('\n');
	});
	return [intro, ...parts].join('\n');
}

const toCells = (cells: string[]): string =>
	cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ');

const toOutcome = ({ run, outcome }: ReplacementOutcome): string =>
	run === 'canceled' || !outcome ? '-' : `\`${outcome}\``;

function whatYouSee({
	outcome: { run },
	texts: { message = '', nextStep, log },
}: ObservedRow): string {
	if (run === 'canceled')
		return log.length > 0
			? `In the log: **${log.join('<br>')}**`
			: 'Nothing. The execution is canceled';
	return nextStep ? `**${message}**<br>${nextStep}` : `**${message}**`;
}
