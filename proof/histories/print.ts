import type { History } from './history';
import type { Violation } from './oracle';
import { RULES } from './rules';

/** A test to paste into `test/histories/found.test.ts`. */
export function printTest(history: History, { rule, text }: Violation, seed: number): string {
	const { events, ...rules } = history;
	return [
		`// Seed ${seed}: ${RULES[rule]} ${text}`,
		`holds('NAME IT', {`,
		...Object.entries(rules).map(([name, value]) => `	${name}: ${written(value)},`),
		`	events: [`,
		...events.map((event) => `		${written(event)},`),
		`	],`,
		`});`,
	].join('\n');
}

/** JSON that keeps what is undefined: a contact that is taken away is not one that stays. */
const written = (value: unknown): string =>
	JSON.stringify(value, (_name, member: unknown) =>
		member === undefined ? NOTHING : member,
	).replaceAll(`"${NOTHING}"`, 'undefined');

const NOTHING = '(nothing)';
