import { bind } from 'jest-each';

/** A test as its file declares it. */
export interface DeclaredTest {
	readonly file: string;
	/** Names of the groups around it, from the outside in. */
	readonly groups: readonly string[];
	readonly title: string;
}

/**
 * The tests that a file declares, each row of a table by itself, named by jest's own code. Loads the file with stand-ins
 * for the globals of jest: groups are entered, tests and hooks are not run. `load` requires the file.
 */
export function collectTitles(file: string, load: () => void): DeclaredTest[] {
	const tests: DeclaredTest[] = [];
	let groups: readonly string[] = [];
	const test = (title: string) => void tests.push({ file, groups, title });
	const group = (name: string, declare: () => void) => {
		const outer = groups;
		groups = [...outer, name];
		declare();
		groups = outer;
	};
	const nothing = () => undefined;
	const standIns = {
		it: Object.assign(test, { each: bind(test as never, false) }),
		describe: Object.assign(group, { each: bind(group as never, false) }),
		beforeAll: nothing,
		beforeEach: nothing,
		afterAll: nothing,
		afterEach: nothing,
	};
	const own = Object.fromEntries(Object.keys(standIns).map((name) => [name, Reflect.get(globalThis, name) as unknown]));
	Object.assign(globalThis, standIns);
	try {
		load();
	} finally {
		Object.assign(globalThis, own);
	}
	return tests;
}
