import type { Progress } from '../../../../nodes/DeviceAccess/waiting/progress';
import { waitUntilIssued } from '../../../../nodes/DeviceAccess/resources/accessGrant/waitUntilIssued';
import { answeringSend, refusal } from '../../answeringSend';

type Json = Record<string, unknown>;

async function lookUp(grant: Json, methods: Json[]) {
	const { send } = answeringSend(({ endpoint }) =>
		endpoint === '/access_grants/list'
			? { access_grants: [{ access_grant_id: 'g1', ...grant }] }
			: { access_methods: methods },
	);
	const states = await waitUntilIssued.lookUp(send, new Map())(['g1']);
	return states.get('g1');
}

const oneWanted = { requested_access_methods: [{ mode: 'code' }] };

describe('a grant', () => {
	it.each<[string, Json, Json[], Progress['is']]>([
		['its methods are issued', oneWanted, [{ is_issued: true }], 'done'],
		[
			'a method is not issued yet',
			oneWanted,
			[{ is_issued: true }, { is_issued: false }],
			'pending',
		],
		[
			'a method that was asked for is not there yet',
			{ requested_access_methods: [{ mode: 'code' }, { mode: 'card' }] },
			[{ mode: 'code', is_issued: true }],
			'pending',
		],
		[
			'a second PIN is not there yet',
			{
				requested_access_methods: [
					{ mode: 'code', created_at: '2030-01-01T00:00:00Z' },
					{ mode: 'code', created_at: '2030-01-02T00:00:00Z' },
				],
			},
			[{ mode: 'code', is_issued: true, created_at: '2030-01-01T00:00:01Z' }],
			'pending',
		],
		[
			'a PIN was replaced',
			{ requested_access_methods: [{ mode: 'code' }, { mode: 'code' }] },
			[{ mode: 'code', is_issued: true }],
			'done',
		],
		[
			'its own times are being updated',
			{ ...oneWanted, pending_mutations: [{ mutation_code: 'updating_access_times' }] },
			[{ is_issued: true }],
			'pending',
		],
		[
			'the times of a method are being updated',
			oneWanted,
			[{ is_issued: true, pending_mutations: [{ mutation_code: 'updating_access_times' }] }],
			'pending',
		],
		[
			'another door is being added',
			{ ...oneWanted, pending_mutations: [{ mutation_code: 'updating_spaces' }] },
			[{ is_issued: true }],
			'done',
		],
		[
			'a card waits to be assigned',
			oneWanted,
			[{ is_issued: false, is_ready_for_assignment: true }],
			'done',
		],
		[
			'a warning says that times are being updated',
			oneWanted,
			[{ is_issued: true, warnings: [{ warning_code: 'updating_access_times' }] }],
			'pending',
		],
		[
			'a card waits for an encoder',
			oneWanted,
			[{ is_issued: false, is_ready_for_encoding: true }],
			'done',
		],
		[
			'a method is issued that had failed to be',
			oneWanted,
			[{ is_issued: true, errors: [{ error_code: 'failed_to_issue' }] }],
			'done',
		],
		[
			'a warning says that the card has to be encoded',
			{ ...oneWanted, warnings: [{ warning_code: 'encoding_required' }] },
			[{ mode: 'card', is_issued: false }],
			'done',
		],
		[
			'such a warning is there, and a PIN is not issued',
			{ ...oneWanted, warning_map: { encoding_required: {} } },
			[{ mode: 'code', is_issued: false }],
			'pending',
		],
	])('if %s: %j %j is %s', async (_what, grant, methods, is) => {
		const state = await lookUp(grant, methods);
		expect(state).toEqual({
			is,
			record: { access_grant_id: 'g1', ...grant, access_methods: methods },
		});
	});

	it.each<[string, Json, Json[], string[], string]>([
		[
			'of its own',
			{ errors: [{ error_code: 'x', message: 'No code for a lock.' }] },
			[{ mode: 'code', is_issued: true }],
			['No code for a lock.'],
			'x',
		],
		[
			'of a method',
			{},
			[{ mode: 'code', errors: [{ error_code: 'failed_to_issue' }] }],
			['failed_to_issue'],
			'failed_to_issue',
		],
	])('with an error %s fails with its words', async (_whose, grant, methods, reasons, type) => {
		const state = await lookUp({ ...oneWanted, ...grant }, methods);
		expect(state).toMatchObject({
			is: 'failed',
			reasons,
			type,
			record: { access_methods: methods },
		});
	});
});

it('several grants are distinguished if the methods of one cannot be read', async () => {
	const METHODS = '/access_methods/list';
	const ids = ['g1', 'g2', 'g3'];
	const { send, requests } = answeringSend(({ endpoint, body }) => {
		if (endpoint !== METHODS)
			return { access_grants: ids.map((id) => ({ access_grant_id: id, ...oneWanted })) };
		if (body.access_grant_id === 'g1') throw refusal(METHODS, 500);
		return { access_methods: [{ is_issued: true }] };
	});
	const failures = new Map<string, unknown>();
	const states = await waitUntilIssued.lookUp(send, failures)(ids);
	expect([...states].map(([id, { is }]) => [id, is])).toEqual([
		['g2', 'done'],
		['g3', 'done'],
	]);
	expect(failures).toEqual(new Map([['g1', refusal(METHODS, 500)]]));
	expect(requests.map(({ endpoint }) => endpoint)).toEqual([
		'/access_grants/list',
		METHODS,
		METHODS,
		METHODS,
	]);
});
