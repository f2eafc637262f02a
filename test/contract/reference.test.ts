import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DeviceAccessApi } from '../../credentials/DeviceAccessApi.credentials';
import { DeviceAccessPollingTrigger } from '../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { resources } from '../../nodes/DeviceAccess/resources';
import { keepPage } from '../support/keepPage';
import { referencePages } from '../support/reference/referencePages';

const DOCS = resolve(__dirname, '../../docs');

const pages = referencePages({
	resources,
	triggers: [new DeviceAccessTrigger().description, new DeviceAccessPollingTrigger().description],
	credential: new DeviceAccessApi(),
});

if (!existsSync(join(DOCS, 'reference'))) mkdirSync(join(DOCS, 'reference'));

it.each(pages)('docs/%s says what the nodes say (written anew outside CI: look at it, check it in and run again)', async (path, page) => {
	expect(await keepPage(join(DOCS, path), page, { isCi: Boolean(process.env.CI) })).toBe(page);
});

it('the folder of the reference holds no page of something that is gone', () => {
	expect(readdirSync(join(DOCS, 'reference')).map((name) => `reference/${name}`).sort()).toEqual(
		pages.map(([path]) => path).filter((path) => path.startsWith('reference/')).sort(),
	);
});
