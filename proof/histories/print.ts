import type { History } from './history';
import type { Violation } from './oracle';
import { RULES } from './rules';

/** A test to paste into `test/histories/found.test.ts`. */
export function printTest(history: History, { rule, text }: Violation, seed: number): string {
	const { events, ...rules } = history;
	return [
		`// Seed ${seed}: ${RULES[rule]} ${text}`,
		`test('NAME IT', async () => {`,
		`	expect(`,
		`		await broken({`,
		...Object.entries(rules).map(([name, value]) => `			${name}: ${JSON.stringify(value)},`),
		`			events: [`,
		...events.map((event) => `				${JSON.stringify(event)},`),
		`			],`,
		`		}),`,
		`	).toEqual([]);`,
		`});`,
	].join('\n');
}
