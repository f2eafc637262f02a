import { LOOK_UP_BATCH_SIZE } from '../../../nodes/DeviceAccess/transport/limits';
import { lookUpRecords } from '../../../nodes/DeviceAccess/waiting/lookUpRecords';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend, type Asked, refusal } from '../answeringSend';

const LIST = '/access_grants/list';
const GET = '/access_grants/get';
const GRANTS = { root: '/access_grants', member: 'access_grant' };

const grant = (id: unknown): WireObject => ({ access_grant_id: id });

function lookUp(answer: (request: Asked) => WireObject) {
	const { send, requests } = answeringSend(answer);
	const failures = new Map<string, unknown>();
	const endpoints = () => requests.map(({ endpoint }) => endpoint);
	return { find: lookUpRecords(send, GRANTS, failures), failures, requests, endpoints };
}

describe('lookUpRecords', () => {
	it('requests many together, and no more in one request than the service accepts', async () => {
		const { find, requests } = lookUp(({ body }) => ({
			access_grants: (body.access_grant_ids as string[]).map(grant),
		}));
		const ids = Array.from({ length: LOOK_UP_BATCH_SIZE + 1 }, (_, index) => `g${index}`);
		expect(await find(ids)).toEqual(new Map(ids.map((id) => [id, grant(id)])));
		expect(requests).toEqual([
			{
				endpoint: LIST,
				body: { access_grant_ids: ids.slice(0, -1), limit: LOOK_UP_BATCH_SIZE },
				effect: 'read',
				maxRetries: 0,
			},
			{
				endpoint: LIST,
				body: { access_grant_ids: ids.slice(-1), limit: 1 },
				effect: 'read',
				maxRetries: 0,
			},
		]);
	});

	it('asks separately for what the list leaves out, and returns nothing that was not asked for', async () => {
		const { find, endpoints } = lookUp(({ endpoint, body }) =>
			endpoint === GET
				? { access_grant: grant(body.access_grant_id) }
				: { access_grants: [grant('g2'), grant('somebody else')] },
		);
		expect(await find(['g1', 'g2'])).toEqual(
			new Map([
				['g2', grant('g2')],
				['g1', grant('g1')],
			]),
		);
		expect(endpoints()).toEqual([LIST, GET]);
	});

	it('returns undefined for what the service does not know, and leaves out and records what it could not read', async () => {
		const { find, failures } = lookUp(({ endpoint, body }) => {
			if (endpoint === LIST) return { access_grants: [grant('g3')] };
			throw body.access_grant_id === 'g1'
				? refusal(GET, 404, 'access_grant_not_found')
				: refusal(GET, 404);
		});
		expect(await find(['g1', 'g2', 'g3'])).toEqual(
			new Map([
				['g3', grant('g3')],
				['g1', undefined],
			]),
		);
		expect(failures).toEqual(new Map([['g2', refusal(GET, 404)]]));
	});

	it.each([400, 403, 404, 405, 501])(
		'asks for each separately if the service answers %i to the list',
		async (status) => {
			const { find, endpoints, failures } = lookUp(({ endpoint, body }) => {
				if (endpoint === LIST) throw refusal(LIST, status);
				return { access_grant: grant(body.access_grant_id) };
			});
			const found = new Map([
				['g1', grant('g1')],
				['g2', grant('g2')],
			]);
			expect(await find(['g1', 'g2'])).toEqual(found);
			expect(endpoints()).toEqual([LIST, GET, GET]);
			expect(failures).toEqual(new Map());
		},
	);

	it('records a failure for all if the list fails in another way, and requests it again the next time', async () => {
		const { find, endpoints, failures } = lookUp(() => {
			throw refusal(LIST, 500);
		});
		expect([await find(['g1', 'g2']), await find(['g1', 'g2'])]).toEqual([new Map(), new Map()]);
		expect([...failures.keys()]).toEqual(['g1', 'g2']);
		expect(endpoints()).toEqual([LIST, LIST]);
	});

	it('asks for a refused list once more, and not a third time', async () => {
		const { find, endpoints } = lookUp(({ endpoint, body }) => {
			if (endpoint === LIST) throw refusal(endpoint, 404);
			return { access_grant: grant(body.access_grant_id) };
		});
		for (let look = 0; look < 4; look++) await find(['g1']);
		expect(endpoints()).toEqual([LIST, GET, LIST, GET, GET, GET]);
	});
});
