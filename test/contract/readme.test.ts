import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { resources } from '../../nodes/DeviceAccess/resources';
import { keepPage } from '../support/keepPage';
import { operationTable, withOperationTable } from './reference/operationTable';

const README = resolve(__dirname, '../../README.md');

it('README lists the operations of the registry (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = withOperationTable(readFileSync(README, 'utf8'), operationTable(resources));
	expect(await keepPage(README, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});
