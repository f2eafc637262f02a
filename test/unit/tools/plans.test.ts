import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { plans } from '../../../tools/checks/plans';
import { ROOT_FOLDER } from '../../../tools/checks/step';

const TEST_FILES = readdirSync(join(ROOT_FOLDER, 'test'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.test.ts'))
	.map((file) => `test/${file}`);

it.each(Object.entries(plans))('each test file that the plan %s names exists', (_name, plan) => {
	for (const { command } of plan({ isFull: false }).steps) {
		const named = command.filter((word) => word.endsWith('.test.ts') && word.startsWith('test/'));
		expect(TEST_FILES).toEqual(expect.arrayContaining(named));
		const at = command.indexOf('--testPathPatterns');
		const pattern = at < 0 ? undefined : new RegExp(command[at + 1] ?? '');
		expect(TEST_FILES.some((file) => pattern === undefined || pattern.test(file))).toBe(true);
	}
});
