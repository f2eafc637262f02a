import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';

interface ListBody {
	devices: object[];
	pagination: { has_next_page: boolean; next_page_cursor: string | null };
}

interface AttemptBody {
	action_attempt: { action_attempt_id: string };
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
});
beforeEach(() => sandbox.faults.clear());
afterAll(() => sandbox.stop());

const list = (parameters: object = { limit: 1 }) =>
	callSandbox<ListBody>(sandbox, '/devices/list', parameters);

describe('an attempt that vanishes later', () => {
	it('is found by as many look-ups as told, single or in a list, and is not found by the next', async () => {
		sandbox.faults.next(CONVERT, { kind: 'attemptVanishes', afterLookUps: 2 });
		const { body } = await callSandbox<AttemptBody>(sandbox, CONVERT, {
			access_code_id: hotel.unmanagedCodes.heldByOtherWorkspace,
		});
		const { action_attempt_id } = body.action_attempt;
		const statuses: number[] = [];
		for (const path of [
			'/action_attempts/get',
			'/action_attempts/list',
			'/action_attempts/get',
			'/action_attempts/list',
		]) {
			statuses.push(
				(
					await callSandbox(sandbox, path, {
						action_attempt_id,
						action_attempt_ids: [action_attempt_id],
					})
				).status,
			);
		}
		expect(statuses).toEqual([200, 200, 404, 404]);
	});
});

describe('scripting', () => {
	const statuses = async (count: number) => {
		const found: number[] = [];
		for (let request = 0; request < count; request++) found.push((await list()).status);
		return found;
	};

	it('hits as many requests as told, after as many as told, on its path only', async () => {
		sandbox.faults.next('/devices/list', { kind: 'outage' }, { times: 2, after: 1 });
		expect((await callSandbox(sandbox, '/workspaces/get')).status).toBe(200);
		expect(await statuses(4)).toEqual([200, 503, 503, 200]);
	});

	it('meets scripted faults one after the other', async () => {
		sandbox.faults.next('/devices/list', { kind: 'outage' });
		sandbox.faults.next('/devices/list', { kind: 'internalError' });
		expect(await statuses(3)).toEqual([503, 500, 200]);
	});

	it('refuses the key from a certain request on, on any path, until cleared', async () => {
		sandbox.faults.always('*', { kind: 'unauthorized' }, { after: 2 });
		expect(await statuses(4)).toEqual([200, 200, 401, 401]);
		expect((await callSandbox(sandbox, '/workspaces/get')).status).toBe(401);
		sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});
});
