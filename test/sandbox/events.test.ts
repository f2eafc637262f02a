import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const at = (second: number) =>
	new Date(Date.parse('2026-03-01T12:00:00.000Z') + second * 1_000).toISOString();

let sandbox: Sandbox;
let ids: string[];
beforeEach(async () => {
	sandbox = await createSandbox();
	const { room101, spa } = hotel.devices;
	const { convertible } = hotel.unmanagedCodes;
	ids = [
		sandbox.emitEvent({ event_type: 'device.connected', device_id: room101, created_at: at(1) }),
		sandbox.emitEvent({
			event_type: 'access_code.unmanaged.created',
			device_id: room101,
			access_code_id: convertible,
			created_at: at(3),
		}),
		sandbox.emitEvent({ event_type: 'device.disconnected', device_id: spa, created_at: at(2) }),
	].map(({ event_id }) => event_id);
});
afterEach(() => sandbox.stop());

async function list(parameters: object): Promise<number[]> {
	const { body } = await callSandbox<{ events: Array<{ event_id: string }> }>(
		sandbox,
		'/events/list',
		parameters,
	);
	return body.events.map(({ event_id }) => ids.indexOf(event_id));
}

it('lists the newest first, by time and not by arrival', async () => {
	expect(await list({ since: at(0) })).toEqual([1, 2, 0]);
});

it('lists the oldest first when told so, and the limit still keeps the newest', async () => {
	sandbox.settings.eventOrder = 'oldestFirst';
	try {
		expect(await list({ since: at(0), limit: 2 })).toEqual([2, 1]);
	} finally {
		sandbox.settings.eventOrder = 'newestFirst';
	}
});

it.each([
	['since, exclusive', { since: at(1) }, [1, 2]],
	['between, exclusive at both ends', { between: [at(1), at(3)] }, [2]],
	['limit', { since: at(0), limit: 1 }, [1]],
])('is narrowed by %s', async (_name, parameters, expected) => {
	expect(await list(parameters)).toEqual(expected);
});

it('takes a word of the SDKs alone only as a filter of theirs', async () => {
	const statusOf = async () =>
		(
			await callSandbox(sandbox, '/events/list', {
				since: at(0),
				event_type: 'access_code.failed_to_delete',
			})
		).status;
	sandbox.settings.source = 'sdk';
	expect(await statusOf()).toBe(200);
	sandbox.settings.source = 'openapi';
	expect(await statusOf()).toBe(400);
});

it('finds events by their IDs alone', async () => {
	expect(await list({ event_ids: [ids[2], ids[0]] })).toEqual([2, 0]);
});

it.each([
	['neither since nor between', {}],
	['both since and between', { since: at(0), between: [at(0), at(1)] }],
])('refuses %s, and says so at the top level', async (_name, parameters) => {
	const { status, body } = await callSandbox(sandbox, '/events/list', parameters);
	expect(status).toBe(400);
	expect(body).toMatchObject({
		error: {
			type: 'invalid_input',
			validation_errors: { _errors: ['Exactly one of since, between is required'] },
		},
	});
});

describe('ids that events carry', () => {
	const ID = '90000000-0000-4000-8000-000000000001';
	const OTHER_ID = '90000000-0000-4000-8000-000000000002';

	it('access_grant_id finds the events of methods, which name several grants', async () => {
		const { event_id } = sandbox.emitEvent({
			event_type: 'access_method.created',
			access_grant_ids: [OTHER_ID, ID],
			created_at: at(300),
		});
		const { body } = await callSandbox(sandbox, '/events/list', {
			since: at(250),
			access_grant_id: ID,
		});
		expect(body.events).toMatchObject([{ event_id }]);
	});
});
