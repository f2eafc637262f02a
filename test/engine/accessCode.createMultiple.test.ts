import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const CREATE_MULTIPLE = '/access_codes/create_multiple';
const { room101, room102, room103, frontDoor } = hotel.devices;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const createMultiple = async (deviceIds: string[], additionalFields: IDataObject = {}) =>
	await service.run('accessCode.createMultiple', { deviceIds, additionalFields: additionalFields as INodeParameters, options: { addIssueSummary: true } });

describe('creating one code on several locks', () => {
	it('gives an item for each lock, all with the same PIN and paired with the one item that asked', async () => {
		const { items } = await createMultiple([room101, room102], { code: '1099', name: 'Guest 7' });
		expect(items.map(({ json, pairedItem }) => [json.device_id, json.code, json.name, json.common_code_key, json.has_errors, pairedItem])).toEqual([
			[room101, '1099', 'Guest 7', null, false, { item: 0 }],
			[room102, '1099', 'Guest 7', null, false, { item: 0 }],
		]);
		expect(service.bodies(CREATE_MULTIPLE)).toEqual([{ device_ids: [room101, room102], code: '1099', name: 'Guest 7' }]);
	});

	it('links the codes by a key where the service chooses the PIN', async () => {
		const { items } = await createMultiple([room101, room102]);
		const [first, second] = items.map(({ json }) => json);
		expect(first?.common_code_key).toEqual(expect.any(String));
		expect([second?.code, second?.common_code_key]).toEqual([first?.code, first?.common_code_key]);
	});

	it('gives a lock that cannot share the PIN one of its own, where that was chosen', async () => {
		const { items } = await createMultiple([room101, room103], { code: '1011', behaviorWhenCodeCannotBeShared: 'create_random_code' });
		const codes = items.map(({ json }) => [json.device_id, json.code]);
		expect(codes).toEqual([[room101, expect.not.stringMatching('^1011$')], [room103, '1011']]);
		expect(service.bodies(CREATE_MULTIPLE)).toEqual([
			{ device_ids: [room101, room103], code: '1011', behavior_when_code_cannot_be_shared: 'create_random_code' },
		]);
	});

	it('creates none when one of the locks has the PIN already', async () => {
		const { items, error } = await createMultiple([room103, room101], { code: '1011' });
		expect([items, error?.message]).toEqual([[], 'The lock has a code with this PIN already']);
		const { items: onOther } = await service.run('accessCode.getAll', { deviceId: byId(room103) });
		expect(onOther).toEqual([]);
	});

	it('takes the IDs from a text with commas', async () => {
		const { items } = await service.run(
			'accessCode.createMultiple',
			{ deviceIds: '={{ $json.ids }}', additionalFields: {} },
			{ input: [{ ids: `${room101}, ${room102}` }, { ids: frontDoor }] },
		);
		expect(items.map(({ json, pairedItem }) => [json.device_id, pairedItem])).toEqual([
			[room101, { item: 0 }], [room102, { item: 0 }], [frontDoor, { item: 1 }],
		]);
	});

	it('says how many items had been accepted when another fails', async () => {
		const { error } = await service.run(
			'accessCode.createMultiple',
			{ deviceIds: '={{ $json.ids }}', additionalFields: { code: '={{ $json.code }}' }, options: { requestsInFlight: 1 } },
			{ input: [{ ids: room101, code: '1099' }, { ids: room101, code: '1099' }] },
		);
		expect(error?.description).toContain('The service had accepted 1 of 2 items; what it has carried out is not undone');
	});

	it('refuses an empty choice and an end without a start before any request', async () => {
		const empty = await service.run('accessCode.createMultiple', { deviceIds: '={{ [] }}', additionalFields: {} });
		expect(empty.error?.message).toBe("'Device Names or IDs' is empty");
		expect((await createMultiple([room101], { endsAt: '2030-01-01T00:00:00Z' })).error?.message).toBe("'Starts At' and 'Ends At' go together");
		expect(service.paths()).toEqual([]);
	});
});
