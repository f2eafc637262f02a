import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const { frontDoor, room101, room102 } = hotel.devices;
const { frontDesk, meetingRoom, room104 } = hotel.managedCodes;
const UPDATE = '/access_codes/update_multiple';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

describe('getting one access code by its device and PIN', () => {
	const get = async (parameters: INodeParameters) => await service.run('accessCode.get', { findBy: 'deviceAndPin', ...parameters });

	it('finds the code that has this PIN on this device', async () => {
		const { items } = await get({ deviceId: byId(frontDoor), code: ' 11 ' });
		expect(items).toMatchObject([{ json: { access_code_id: frontDesk, code: '11' }, pairedItem: { item: 0 } }]);
		expect(service.bodies('/access_codes/get')).toEqual([{ device_id: frontDoor, code: '11' }]);
	});

	it('says that there is none, and does not repeat the PIN', async () => {
		const { error } = await get({ deviceId: byId(frontDoor), code: '7788' });
		expect(error).toMatchObject({ httpCode: '404', message: 'There is no such managed access code' });
		expect(`${error?.message} ${error?.description}`).not.toContain('7788');
	});

	it.each<[INodeParameters, string]>([
		[{ deviceId: byId(frontDoor), code: "={{ '' }}" }, "'PIN' is empty"],
		[{ deviceId: byId("={{ '' }}"), code: '11' }, "'Device' is empty"],
	])('needs both (%j)', async (parameters, message) => {
		expect([(await get(parameters)).error?.message, service.paths()]).toEqual([message, []]);
	});

	it('does not count a PIN that was entered before the ID was chosen', async () => {
		await get({ findBy: 'id', accessCodeId: byId(frontDesk), code: '7788' });
		expect(service.bodies('/access_codes/get')).toEqual([{ access_code_id: frontDesk }]);
	});
});

describe('getting many access codes of another record', () => {
	const list = async (parameters: INodeParameters) => {
		const { items, error } = await service.run('accessCode.getAll', parameters);
		return { ids: items.map(({ json }) => json.access_code_id), message: error?.message, bodies: service.bodies('/access_codes/list') };
	};

	it.each<[string, INodeParameters, object, string[]]>([
		['an access grant', { devices: 'accessGrant', accessGrantId: byId(hotel.accessGrants.stay104) }, { access_grant_id: hotel.accessGrants.stay104 }, [room104]],
		['an access grant by its key', { devices: 'accessGrantKey', accessGrantKey: ' stay-101 ' }, { access_grant_key: 'stay-101' }, []],
		['an access method', { devices: 'accessMethod', accessMethodId: byId(hotel.accessMethods.code104) }, { access_method_id: hotel.accessMethods.code104 }, [room104]],
		['a user', { devices: 'userIdentifier', userIdentifierKey: 'user-7' }, { user_identifier_key: 'user-7' }, []],
		['their own IDs', { devices: 'accessCodes', accessCodeIds: `${frontDesk}, ${meetingRoom}` }, { access_code_ids: [frontDesk, meetingRoom] }, [frontDesk, meetingRoom]],
	])('asks once by %s', async (_what, parameters, body, ids) => {
		expect(await list(parameters)).toEqual({ ids, message: undefined, bodies: [{ ...body, limit: 50 }] });
	});

	it.each<[INodeParameters, string]>([
		[{ devices: 'accessGrantKey', accessGrantKey: ' ' }, "'Access Grant Key' is empty"],
		[{ devices: 'accessMethod', accessMethodId: byId('={{ "code 104" }}') }, "'Access Method' must be an ID of the form 00000000-0000-0000-0000-000000000000"],
		[{ devices: 'userIdentifier', userIdentifierKey: "={{ '' }}" }, "'User Identifier Key' is empty"],
		[{ devices: 'accessCodes', accessCodeIds: "={{ '' }}" }, "'Access Code IDs' is empty"],
	])('asks for nothing with %j', async (parameters, message) => {
		expect(await list(parameters)).toEqual({ ids: [], message, bodies: [] });
	});
});

describe('changing all codes with a common key', () => {
	const times = { startsAt: '2031-01-31T15:00:00Z', endsAt: '2031-02-02T11:00:00Z' };
	const update = async (commonCodeKey: string, updateFields: INodeParameters) => await service.run('accessCode.updateMultiple', { commonCodeKey, updateFields });

	it('changes the name and the times of each of them', async () => {
		service.sandbox.settings.attemptDurationMs = 0;
		const { items: created } = await service.run('accessCode.createMultiple', { deviceIds: [room101, room102] });
		const key = String(created[0]?.json.common_code_key);
		const { items } = await update(key, { name: 'Guest 8', ...times });
		expect(items).toEqual([{ json: { common_code_key: key, updated: true }, pairedItem: { item: 0 } }]);
		expect(service.bodies(UPDATE)).toEqual([{
			common_code_key: key, name: 'Guest 8', starts_at: '2031-01-31T15:00:00.000Z', ends_at: '2031-02-02T11:00:00.000Z',
		}]);
		const codes = await service.run('accessCode.getAll', { devices: 'accessCodes', accessCodeIds: created.map(({ json }) => String(json.access_code_id)).join() });
		expect(codes.items.map(({ json }) => [json.name, json.type])).toEqual([['Guest 8', 'time_bound'], ['Guest 8', 'time_bound']]);
	});

	it.each<[string, INodeParameters, string]>([
		[' ', { name: 'Guest 8' }, "'Common Code Key' is empty"],
		['key-7', {}, 'There is nothing to change'],
		['key-7', { startsAt: times.endsAt, endsAt: times.startsAt }, "'Ends At' must be after 'Starts At'"],
	])('sends nothing for %j with %j', async (key, updateFields, message) => {
		expect([(await update(key, updateFields)).error?.message, service.paths()]).toEqual([message, []]);
	});

	it('fails where no code has the key', async () => {
		const { error } = await update('key-7', { name: 'Guest 8' });
		expect(error).toMatchObject({ httpCode: '404' });
	});
});
