import {
	waitUntilGrantIssued,
	waitUntilIssued,
	waitUntilNewGrantIssued,
} from '../../../../nodes/DeviceAccess/resources/accessGrant/waitUntilIssued';
import { conclude } from '../../../../nodes/DeviceAccess/operation/output/actionResult';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../../answeringSend';

const OF_GRANTS = '/access_grants/get_related';
const OF_METHODS = '/access_methods/get_related';
const lock = (id: string, name = 'Front Door') => ({ device_id: id, display_name: name });
const batchOf = (...devices: WireObject[]) => ({ batch: { acs_entrances: [], devices } });
const grant = { access_grant_id: 'g1', requested_access_methods: [{ mode: 'mobile_key' }] };
const key = { access_method_id: 'm1', mode: 'mobile_key', is_issued: true };

async function lookUp(
	related: (endpoint: string, body: WireObject) => WireObject,
	condition = waitUntilGrantIssued,
) {
	const { send, requests } = answeringSend(({ endpoint, body }) =>
		endpoint === '/access_grants/list'
			? { access_grants: [grant] }
			: endpoint === '/access_methods/list'
				? { access_methods: [key] }
				: related(endpoint, body),
	);
	const state = (await condition.lookUp(send, new Map())(['g1'])).get('g1');
	return { restriction: state?.is === 'done' ? state.restriction : state, requests };
}

describe('doors that a key does not open', () => {
	it('are compared by ID, because two can have the same name', async () => {
		const { restriction } = await lookUp((endpoint) =>
			endpoint === OF_GRANTS ? batchOf(lock('a'), lock('b')) : batchOf(lock('a')),
		);
		expect(restriction).toBe('the mobile key does not open Front Door');
	});

	it('are none if it opens all', async () => {
		const { restriction } = await lookUp(() => batchOf(lock('a'), lock('b')));
		expect(restriction).toBeUndefined();
	});

	it.each<[string, (endpoint: string) => WireObject]>([
		[
			'a read fails',
			() => {
				throw refusal(OF_GRANTS, 500);
			},
		],
		['an answer has no batch', (endpoint) => (endpoint === OF_METHODS ? {} : batchOf(lock('a')))],
	])('could not be checked if %s', async (_what, related) => {
		const { restriction } = await lookUp(related);
		expect(restriction).toMatch(/the mobile key opens could not be checked$/);
	});

	it('cost Reservation no requests, because its items do not show them', async () => {
		const { requests } = await lookUp(() => batchOf(lock('a')), waitUntilIssued);
		expect(requests.map(({ endpoint }) => endpoint)).toEqual([
			'/access_grants/list',
			'/access_methods/list',
		]);
	});
});

describe('the advice after a failure', () => {
	const failed = { is: 'failed' as const, record: grant, reasons: ['No code for a lock.'] };

	it('names Delete only for a new grant, because another one may be of a guest in the house', () => {
		const adviceOf = (condition: typeof waitUntilGrantIssued) =>
			conclude(condition, failed).advice ?? '';
		expect(adviceOf(waitUntilNewGrantIssued)).toContain("'Delete access grant'");
		expect(adviceOf(waitUntilGrantIssued)).toBe('');
	});

	it('is none for a grant that no longer exists', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint === '/access_grants/list') return { access_grants: [] };
			throw refusal(endpoint, 404, 'access_grant_not_found');
		});
		const state = (await waitUntilNewGrantIssued.lookUp(send, new Map())(['g1'])).get('g1');
		expect(conclude(waitUntilNewGrantIssued, state ?? { is: 'pending' })).toMatchObject({
			is: 'failed',
			type: 'access_grant_not_found',
			advice: '',
		});
	});
});
