import type { INodeParameters } from 'n8n-workflow';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { until } from '../support/clock/until';

const PUSH = '/customers/push_data';

const service = useHotelSandbox();

const CUSTOMER = { customerKey: 'owner-7' };
const GUEST = {
	recordType: 'guest_key',
	key: 'g-7',
	name: 'Guest 7',
	emailAddress: 'guest-7@example.com',
};
const STAY = {
	recordType: 'reservation_key',
	key: '4711',
	personType: 'guest_key',
	personKey: 'g-7',
	placeType: 'space_key',
	placeKeys: 'room-101',
	startsAt: '2031-01-31T15:00:00Z',
	endsAt: '2031-02-02T11:00:00Z',
};

const push = async (parameters: INodeParameters) =>
	await service.run('customer.pushData', { ...CUSTOMER, ...parameters });
const pushRecords = async (records: INodeParameters) => await push({ records });
const grantsOf4711 = () =>
	service.sandbox.state.workspaces
		.get(workspaceIds.main)
		?.access.accessGrants.records.filter((grant) => grant.access_grant_key === '4711');

describe('Push Data', () => {
	it('ends in the state that the last item says, also if an earlier one is slow or said the same', async () => {
		service.sandbox.faults.next(PUSH, { kind: 'slow', delayMs: 400 });
		const [short, long] = ['2031-02-02T11:00:00.000Z', '2031-02-05T11:00:00.000Z'];
		const records = { people: [GUEST], stays: [{ ...STAY, endsAt: '={{ $json.endsAt }}' }] };
		const input = [short, long, short].map((endsAt) => ({ endsAt }));
		await service.run('customer.pushData', { ...CUSTOMER, records }, { input });
		await until(() => grantsOf4711()?.[0]?.ends_at === short);
		expect(service.bodies(PUSH)).toHaveLength(3);
	});

	it('takes JSON that an expression gives', async () => {
		await push({
			specifyData: 'json',
			data: '={{ { units: [{ unit_key: "u-1", name: "Unit 1" }] } }}',
		});
		expect(service.bodies(PUSH)).toEqual([
			{ customer_key: 'owner-7', units: [{ unit_key: 'u-1', name: 'Unit 1' }] },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['a customer', { customerKey: ' ', records: { people: [GUEST] } }, "'Customer Key' is empty"],
		[
			'the person that an expression gives',
			{ records: { stays: [{ ...STAY, personKey: '={{ $json.none }}' }] } },
			"'Person Key' is empty",
		],
		[
			'times in their order',
			{ records: { stays: [{ ...STAY, endsAt: '2031-01-01T11:00:00Z' }] } },
			"'Ends At' must be after 'Starts At'",
		],
	])('sends nothing without %s', async (_what, parameters, message) => {
		const { error } = await push(parameters);
		expect([error?.message, service.paths()]).toEqual([message, []]);
	});

	it('repeats no PIN that was sent, even if the service does', async () => {
		service.sandbox.faults.next(PUSH, {
			kind: 'status',
			status: 400,
			body: JSON.stringify({
				ok: false,
				error: { type: 'invalid_input', message: 'preferred_code tulip7 is bad' },
			}),
		});
		const { error } = await pushRecords({ stays: [{ ...STAY, preferredCode: 'tulip7' }] });
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('tulip7');
	});
});

describe('Delete Data', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'an unknown type',
			{ keyType: '={{ "guest" }}', keys: 'g-8', confirmKeys: 'g-8' },
			"'Delete' has an unknown value, so nothing was deleted",
		],
		[
			'one key typed once',
			{ keys: 'owner-7', confirmKeys: ' ' },
			"'Confirm Keys' differs from 'Keys', so nothing was deleted",
		],
		[
			'a key too many from an expression',
			{ keys: '={{ ["owner-7", "owner-8"] }}', confirmKeys: 'owner-7' },
			"'Confirm Keys' differs from 'Keys', so nothing was deleted",
		],
	])('sends nothing with %s', async (_what, parameters, message) => {
		const { error } = await service.run('customer.deleteData', parameters);
		expect([error?.message, service.paths()]).toEqual([message, []]);
	});
});

it('Create Portal hides the link if PINs are masked, because the link needs no login', async () => {
	const { items } = await service.run('customer.createPortal', {
		...CUSTOMER,
		options: { maskPinCodes: true },
	});
	expect(items[0]?.json.url).toBe('****');
});
