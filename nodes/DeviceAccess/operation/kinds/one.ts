import { booleanField } from '../form/fields';
import { OPTION_OF_UNSUPPORTED, OPTIONS_OF_ATTEMPTS, OPTIONS_OF_WAITING } from '../form/options';
import type { Words } from '../output/actionResult';
import { hintOfOutcomes } from '../output/outputItems';
import { conditionOption } from '../run/waits';
import type { Fields, Kind } from '../types';
import { NO_WORDS, type OneDefinition, runOne } from './runOne';

export const ATTEMPT_FIELDS = {
	waitForCompletion: booleanField(
		'Wait for Completion',
		'Whether to wait until the action is done. The node submits slow actions for every item, then waits for all of them together.',
		true,
	),
} as const satisfies Fields;

export interface OneKind extends Kind, OneDefinition {
	readonly name: 'one';
}

/** The item is the record in the answer. */
export const one = (
	member: string,
	rest: Pick<OneDefinition, 'otherMember' | 'nestUnder' | 'waitCondition' | 'confirm'> = {},
): OneKind => kindOf({ member, ...rest });

const CHANGE_IS_MADE = 'The access system has made the change';
const CHANGE_IS_PENDING =
	'The service accepted the change, but the access system has not made it yet';

/**
 * The answer is only `ok`. The item is the record if it is read back, or else says what was done,
 * with the IDs that were sent.
 */
export function done(
	word: string | Words['done'],
	ids: NonNullable<OneDefinition['ids']>,
	{
		already,
		...rest
	}: Pick<OneDefinition, 'readBack' | 'waitCondition' | 'check' | 'confirm'> &
		Pick<Words, 'already'> = {},
): OneKind {
	const flag = typeof word === 'string' ? word : undefined;
	const ofCheck = rest.check && {
		...NO_WORDS,
		done: { outcome: String(word), sentence: CHANGE_IS_MADE },
		pendingSentence: CHANGE_IS_PENDING,
		flag,
	};
	const says = typeof word === 'string' ? ofCheck : { ...NO_WORDS, done: word, already };
	const about = (rest.check ?? already) && typeof ids !== 'function' ? ids[0] : undefined;
	return kindOf({ ids, flag, says, ...rest }, { about, isRepeatable: true });
}

export interface ActionDefinition extends Omit<OneDefinition, 'ids' | 'hasAttempt'> {
	/** The name of an ID in the request body or the returned record. */
	idField: string;
	says: Words;
}

/** The answer has an action attempt or only `ok`. The item says how the action ended. */
export const action = ({ idField, ...definition }: ActionDefinition): OneKind =>
	kindOf({ ids: [idField], hasAttempt: true, ...definition }, { about: idField });

function kindOf(
	definition: OneDefinition,
	rest: Pick<Kind, 'about' | 'isRepeatable'> = {},
): OneKind {
	const { says, hasAttempt, check, waitCondition, hints } = definition;
	const ofOutcomes = hasAttempt || waitCondition ? OPTIONS_OF_ATTEMPTS : {};
	return {
		name: 'one',
		...definition,
		...rest,
		fields: hasAttempt || check ? ATTEMPT_FIELDS : {},
		options: {
			...(check ? OPTIONS_OF_WAITING : ofOutcomes),
			...(says?.unsupported?.canBeReturned ? OPTION_OF_UNSUPPORTED : {}),
			...conditionOption(waitCondition),
		},
		run: async (run, items) => await runOne(run, definition, items),
		hint: (output, states) => says && hintOfOutcomes(output, hints, states),
	};
}
