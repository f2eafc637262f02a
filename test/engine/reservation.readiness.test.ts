import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { StoredDevice } from '../../sandbox/state/state';
import { call } from '../operations/dossier';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, codesOf, inDays, upsertOn } from '../support/service/reservations';

// Only locks and entrances are doors, and what is on a lock is what its record says.

const service = useHotelSandbox();

const upsert = upsertOn(service);
const read = async (operation: string, parameters: INodeParameters = {}) =>
	(await service.run(`reservation.${operation}`, { output: 'raw', ...parameters })).items.map(
		({ json }) => json,
	);
const atRisk = async () => await read('getAll', { returnAll: true, filters: { atRiskOnly: true } });

const workspace = () => {
	const found = service.sandbox.state.workspaces.get(workspaceIds.main);
	if (!found) throw new Error('The workspace is missing');
	return found;
};
const device = (id: string): StoredDevice => {
	const found = workspace().devicesById.get(id);
	if (!found) throw new Error('The device is missing');
	return found;
};

describe.each([['thermostat'], ['noise_detection']])('a device of the room with %s', (ability) => {
	beforeEach(async () => {
		const sensor = device(hotel.devices.meetingRoom);
		service.sandbox.state.setDevice(sensor, {
			...sensor.record,
			display_name: 'Sensor',
			capabilities_supported: [ability, 'battery'],
			properties: { ...sensor.record.properties, online: false },
		});
		workspace().accessCodesByDevice.delete(hotel.devices.meetingRoom);
		await call(service.sandbox, '/spaces/add_devices', {
			space_id: hotel.spaces.room101,
			device_ids: [hotel.devices.meetingRoom],
		});
	});

	it('is in no history, and nobody can open it', async () => {
		await upsert([booking({ arrival: inDays(-1) })], { waitUntilIssued: true });
		const history = await read('getHistory', { reservationKey: '4711', returnAll: true });
		expect(history.filter(({ door }) => door === 'Sensor')).toEqual([]);
		const of = async (id: string) =>
			(await service.run('device.getWhoCanOpen', { deviceId: byId(id), returnAll: true })).items;
		expect(await of(hotel.devices.meetingRoom)).toEqual([]);
		expect((await of(hotel.devices.room101)).length).toBeGreaterThan(0);
	});
});

describe('in a room whose only door is an entrance', () => {
	const IN_HOUSE = { rooms: 'e-1', arrival: inDays(-1), departure: inDays(2, 11) };
	const methods = () => workspace().access.accessMethods;
	const makeRoom = async (spaceKey: string, ...entrances: string[]) =>
		void (await service.run('space.create', {
			name: spaceKey,
			entranceIds: { entrance: entrances.map((id) => ({ entranceId: byId(id) })) },
			additionalFields: { spaceKey },
			timeZone: 'Europe/Lisbon',
		}));

	const writeCards = () => {
		for (const { access_method_id: id, mode } of methods().records)
			if (mode === 'card')
				methods().update(id, {
					issued_at: inDays(-1),
					wasIssued: true,
					is_ready_for_encoding: false,
				});
	};

	beforeEach(async () => await makeRoom('e-1', hotel.entrances.lobby));

	it.each(['mobile_key', 'cloud_key', 'card'])(
		'a guest in the house whose only key is a %s that works is not at risk',
		async (mode) => {
			await upsert([booking(IN_HOUSE)], { accessMethods: [mode], waitUntilIssued: true });
			writeCards();
			expect(await atRisk()).toEqual([]);
			expect(await read('get', { reservationKey: '4711' })).toMatchObject([{ is_ready: true }]);
		},
	);

	it('the host hears of an entrance with an error near the arrival; before, the guest is told', async () => {
		const failed = { error_code: 'offline', message: 'It is offline.', created_at: inDays(-1) };
		workspace().access.entrances.update(hotel.entrances.lobby, { errors: [failed] });
		const key = { accessMethods: ['mobile_key'], waitUntilIssued: true, waitTimeout: 0.2 };
		const later = { id: 'later', arrival: inDays(10), departure: inDays(12), rooms: 'e-1' };
		await upsert([booking(IN_HOUSE), booking(later)], key);
		const found = (await read('getAll', { returnAll: true })).map((item) => [
			item.reservation_key,
			item.is_ready,
			codesOf(item),
			item.tell,
		]);
		expect(found).toEqual([
			['4711', false, ['offline'], 'host'],
			['later', false, ['offline'], 'guest'],
		]);
		const problem = { reason: 'Lobby: It is offline.', since: inDays(-1) };
		expect(await atRisk()).toMatchObject([{ problems: [problem] }, { problems: [problem] }]);
	});

	describe('a guest who has only a card', () => {
		const CARD = { accessMethods: ['card'], waitUntilIssued: true, waitTimeout: 1 };
		const toldTo = (item: IDataObject | undefined) => [item?.tell, codesOf(item)];

		it.each([
			['rooms, where the old card ends first,', { rooms: 'e-2' }, ['access_interrupted']],
			['dates', { departure: inDays(4, 11) }, []],
		])(
			'is told of other %s once the new card is written, and until then the host hears of it',
			async (_what, change, besides) => {
				await makeRoom('e-2', hotel.entrances.lobby);
				await upsert([booking(IN_HOUSE)], CARD);
				writeCards();
				service.sandbox.faults.next('/access_grants/create', {
					kind: 'status',
					status: 409,
					body: {
						error: { type: 'x', message: 'A reservation has one access grant.', request_id: 'r' },
						ok: false,
					},
				});
				const stay = [booking({ ...IN_HOUSE, ...change })];
				const [made] = await upsert(stay, CARD);
				expect(toldTo(made)).toEqual(['host', ['encoding_required', ...besides]]);
				expect(made?.host_message).toContain(
					'What to do: Write the card where you give out cards, and give it to the guest.',
				);
				expect((await atRisk()).map(codesOf)).toEqual([['encoding_required']]);
				writeCards();
				expect((await upsert(stay, CARD)).map(toldTo)).toEqual([['guest', []]]);
			},
		);

		it('is told after the arrival time, too, if the card was made before: it is written at the check-in', async () => {
			await upsert([booking(IN_HOUSE)], CARD);
			for (const { access_method_id: id } of methods().records)
				methods().update(id, { created_at: inDays(-2) });
			expect((await upsert([booking(IN_HOUSE)], CARD)).map(toldTo)).toEqual([['guest', []]]);
		});

		it('is told before the arrival, although the card is written later; At Risk Only names the card', async () => {
			const [item] = await upsert([booking({ ...IN_HOUSE, arrival: inDays(0, 22) })], CARD);
			expect(toldTo(item)).toEqual(['guest', []]);
			expect((await atRisk()).map(codesOf)).toEqual([['encoding_required']]);
		});
	});

	it('which doors the keys of past stays open is asked once for all', async () => {
		const stays = [4, 6].map((day) =>
			booking({ id: `${day}`, rooms: 'e-1', arrival: inDays(day), departure: inDays(day + 1) }),
		);
		await upsert(stays, { accessMethods: ['mobile_key'], waitUntilIssued: true });
		const grants = workspace().access.accessGrants;
		for (const { access_grant_id: id } of grants.records)
			grants.update(id, { starts_at: inDays(-9), ends_at: inDays(-8) });
		service.sandbox.requests.clear();
		await read('getAll', { returnAll: true, filters: { includePast: true } });
		const asked = service.paths().filter((path) => path === '/access_methods/get_related');
		expect(asked).toHaveLength(1);
	});

	it.each([
		['behind the same entrance', 2, 'lobby'],
		['behind another entrance', 1, 'gym'],
	] as const)(
		'the key of one guest says nothing about that of another guest, who is %s; the list asks %i times',
		async (_where, requests, entrance) => {
			await makeRoom('e-2', hotel.entrances[entrance]);
			const another = { id: 'other', guest: 'Bob', contact: 'bob@example.com', rooms: 'e-2' };
			const stays = [booking(IN_HOUSE), booking({ ...IN_HOUSE, ...another })];
			const key = { accessMethods: ['mobile_key'], waitUntilIssued: true };
			await upsert(stays.slice(0, 1), key);
			for (const { access_method_id: id } of methods().records.slice(-1))
				methods().update(id, { acs_entrance_ids: [] });
			await upsert(stays.slice(1), key);
			service.sandbox.requests.clear();
			const listed = await read('getAll', { returnAll: true, filters: { guestToTell: true } });
			expect(listed.map((item) => item.reservation_key)).toEqual(['other']);
			const asked = service.paths().filter((path) => path === '/access_methods/get_related');
			expect(asked).toHaveLength(requests);
			expect((await atRisk()).map((item) => [item.reservation_key, codesOf(item)])).toEqual([
				['4711', ['door_not_opened']],
			]);
		},
	);
});
