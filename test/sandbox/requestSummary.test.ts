import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { callSandbox } from './callSandbox';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await createSandbox({ answerTimeMs: 50 });
});
afterEach(() => sandbox.stop());

const summary = async () => (await callSandbox(sandbox, '/_sandbox/requests/summary', {}, { method: 'GET', apiKey: null })).body;

it('tells in numbers what clients asked, in all and by path', async () => {
	sandbox.faults.next('/workspaces/get', { kind: 'outage' });
	sandbox.faults.next('/workspaces/get', { kind: 'cut' });
	await callSandbox(sandbox, '/workspaces/get');
	await callSandbox(sandbox, '/workspaces/get').catch(() => undefined);
	await Promise.all([callSandbox(sandbox, '/devices/list'), callSandbox(sandbox, '/devices/list')]);
	expect(await summary()).toEqual({
		requests: 4,
		max_in_flight: 2,
		by_status: { 200: 2, 503: 1, cut: 1 },
		by_path: {
			'/workspaces/get': { requests: 2, max_in_flight: 1, by_status: { 503: 1, cut: 1 } },
			'/devices/list': { requests: 2, max_in_flight: 2, by_status: { 200: 2 } },
		},
	});
});

it('forgets the requests so far', async () => {
	await callSandbox(sandbox, '/devices/list');
	await callSandbox(sandbox, '/_sandbox/requests/clear', {}, { apiKey: null });
	expect(await summary()).toEqual({ requests: 0, max_in_flight: 0, by_status: {}, by_path: {} });
});
