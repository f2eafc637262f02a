import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import {
	booking,
	codesOf,
	grantsOf,
	inDays,
	pinsOnLocks,
	reserve,
	upsertOn,
} from '../support/service/reservations';

// Entrances, cards, keys, and doors with a PIN of their own. Histories have locks and mobile keys.

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

		it('is told of other rooms, where the old card ends first, once the new card is written, and until then the host hears of it', async () => {
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
			const stay = [booking({ ...IN_HOUSE, rooms: 'e-2' })];
			const [made] = await upsert(stay, CARD);
			expect(toldTo(made)).toEqual(['host', ['encoding_required', 'access_interrupted']]);
			expect((await atRisk()).map(codesOf)).toEqual([['encoding_required']]);
			writeCards();
			expect((await upsert(stay, CARD)).map(toldTo)).toEqual([['guest', []]]);
		});

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

	it('the key of one guest says nothing about that of another guest behind the same entrance', async () => {
		const another = { id: 'other', guest: 'Bob', contact: 'bob@example.com' };
		const key = { accessMethods: ['mobile_key'], waitUntilIssued: true };
		await upsert([booking(IN_HOUSE)], key);
		for (const { access_method_id: id } of methods().records.slice(-1))
			methods().update(id, { acs_entrance_ids: [] });
		await makeRoom('e-2', hotel.entrances.lobby);
		await upsert([booking({ ...IN_HOUSE, ...another, rooms: 'e-2' })], key);
		const listed = await read('getAll', { returnAll: true, filters: { guestToTell: true } });
		expect(listed.map((item) => item.reservation_key)).toEqual(['other']);
		expect((await atRisk()).map((item) => [item.reservation_key, codesOf(item)])).toEqual([
			['4711', ['door_not_opened']],
		]);
	});
});

it('a key that does not open every door of the rooms is a problem in each operation, and the guest gets no message', async () => {
	const both = [booking({ rooms: 'room-101, room-102' })];
	const options = { accessMethods: ['mobile_key'], waitUntilIssued: true };
	const items = [
		...(await upsert(both, options)),
		...(await upsert(both, options)),
		...(await reserve(service, 'syncMany', both, options)).items.map(({ json }) => json),
		...(await read('get', { reservationKey: '4711' })),
		...(await atRisk()),
	];
	expect(items.map((item) => [item.outcome, item.is_ready, item.message_key])).toEqual(
		['created', 'unchanged', 'unchanged', undefined, undefined].map((outcome) => [
			outcome,
			false,
			null,
		]),
	);
	for (const item of items) expect(codesOf(item)).toContain('door_not_opened');
});

it('in the house, a card that waits for the encoder keeps no old room open', async () => {
	const options = { accessMethods: ['code', 'card'], waitUntilIssued: true, waitTimeout: 1 };
	await upsert([booking({ arrival: inDays(-1) })], options);
	const [moved] = await upsert([booking({ arrival: inDays(-1), rooms: 'room-102' })], options);
	expect(moved?.rooms).toEqual(['Room 102']);
	const soon = Date.now() + 3_600_000;
	expect(
		(await grantsOf(service)).filter(({ ends_at: at }) => Date.parse(String(at)) < soon),
	).toMatchObject([{ space_ids: [hotel.spaces.room101] }]);
});

it('a stay with a door of another room names the PIN of that door, also if both rooms are changed together', async () => {
	const code = '7391';
	await service.run('space.create', {
		name: 'next-door',
		deviceIds: inRows('device', hotel.devices.room103),
		additionalFields: { spaceKey: 'next-door' },
	});
	await service.run('accessCode.create', { deviceId: byId(hotel.devices.room103), code });
	const list = [
		booking({ arrival: inDays(-1), rooms: 'room-101, next-door', pin: code }),
		booking({ arrival: inDays(-1), id: '4712', guest: 'Bob', rooms: 'suite', pin: '' }),
	];
	const options = { pinFrom: 'given', pin: '={{ $json.pin }}', waitUntilIssued: true };
	const [first] = await upsert(list, options);
	const { 'Room 103': onRoom103 = [] } = await pinsOnLocks(service);
	expect(onRoom103).not.toContain(code);
	const pins = (first?.pins ?? []) as IDataObject[];
	expect(pins.map(({ door }) => door)).toEqual(['Room 103']);
	expect(onRoom103).toContain(pins[0]?.pin);
	expect((await upsert(list, options))[0]?.message_key).toBe(first?.message_key);
});
