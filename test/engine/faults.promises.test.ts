import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODES } from '../support/faults/cases/codes';
import type { FaultCase, Scene } from '../support/faults/faultCase';
import { keepPage } from '../support/keepPage';
import { runFaultCase } from '../support/faults/runFaultCase';
import { until } from '../support/faults/until';

// The promises that every row of docs/faults.md is held to must be able to break: here somebody breaks them on purpose.

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const LIST_ATTEMPTS = '/action_attempts/list';
const [CODE] = CODES;

const brokenBy = async (onError: FaultCase['onError'], provoke: FaultCase['provoke'], meanwhile?: FaultCase['meanwhile']) =>
	(await runFaultCase({
		fault: 'on purpose',
		operation: 'unmanagedAccessCode.convertToManaged',
		input: CODES.slice(0, 1),
		onError,
		provoke,
		meanwhile,
		expected: { run: 'success', says: [], items: [], sent: [], atService: ['managed'] },
	})).violations;

const post = async ({ sandbox }: Scene, headers: Record<string, string> = { authorization: `Bearer ${sandbox.apiKey}` }) =>
	void (await fetch(`${sandbox.url}${CONVERT}`, {
		method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ access_code_id: CODE?.access_code_id }),
	}));

describe('a promise that is broken', () => {
	it('is noticed when an action is sent twice', async () => {
		expect(await brokenBy(undefined, post)).toContain('item 0: was sent again after the service may have acted');
	});

	it('is noticed when a code is said to be converted and is not', async () => {
		const violations = await brokenBy(undefined, () => undefined, async ({ sandbox }) => {
			const code = () => sandbox.state.accessCodes.get(CODE?.access_code_id ?? '');
			await until(() => code()?.isManaged === true);
			// Known to the look-up as a success, and put back.
			Object.assign(code() ?? {}, { isManaged: false });
		});
		expect(violations).toEqual(['item 0: is said to be converted and is not']);
	});

	it('is noticed when an action is said to have failed for certain and was carried out', async () => {
		const violations = await brokenBy('continueRegularOutput', ({ sandbox }) => {
			sandbox.faults.next(CONVERT, { kind: 'attemptFails' });
		}, async ({ sandbox }) => {
			await until(() => sandbox.requests.count(LIST_ATTEMPTS) > 0);
			Object.assign(sandbox.state.accessCodes.get(CODE?.access_code_id ?? '') ?? {}, { isManaged: true });
		});
		expect(violations).toEqual(['item 0: is said to have failed and is managed']);
	});

	it('is noticed when another host gets a request, or the service one without the key', async () => {
		const violations = await brokenBy(undefined, async (scene) => {
			await fetch(scene.elsewhere.url);
			await fetch(`${scene.sandbox.url}/devices/list`);
		});
		expect(violations).toEqual(['a request went to another host', 'a request was sent without key']);
	});
});

describe('a generated page', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'device-access-page-'));
		await writeFile(join(folder, 'page.md'), 'old');
	});
	afterEach(async () => await rm(folder, { recursive: true }));

	it.each([
		[true, 'old'],
		[false, 'new'],
	])('is told as it was checked in, and written anew outside CI only (CI: %s)', async (isCi, afterwards) => {
		const page = join(folder, 'page.md');
		expect(await keepPage(page, 'new', { isCi })).toBe('old');
		expect(await readFile(page, 'utf8')).toBe(afterwards);
	});

	it('is written where there is none', async () => {
		const page = join(folder, 'first.md');
		expect([await keepPage(page, 'new', { isCi: false }), await keepPage(page, 'new', { isCi: true })]).toEqual(['', 'new']);
	});
});
