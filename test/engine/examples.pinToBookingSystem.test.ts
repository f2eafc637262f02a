import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { SENDER_LOGIN } from '../../host/bookings/sender';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../../host/process/httpServer';
import { mewsApi } from '../../host/bookings/systems/mewsApi';
import { mewsTokens, ownerRezFields } from '../../host/bookings/systems/pinFields';
import { type Example, readExample, withSetting } from '../../host/n8n/readExample';
import { booking, inDays, reserve } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const FIELD = 123;
const service = useHotelSandbox();
let fields: Parameters<typeof ownerRezFields>[0];
let tokens: Parameters<typeof mewsTokens>[0];
let servers: { ownerRez: HttpServer; mews: HttpServer };
/** A booking that OwnerRez no longer has. */
let deleted: string | undefined;
beforeEach(async () => {
	skipPauses();
	[fields, tokens, deleted] = [[], [], undefined];
	const ownerRez = ownerRezFields(fields);
	servers = {
		ownerRez: await startHttpServer((request) =>
			request.query.entity_id !== undefined && request.query.entity_id === deleted
				? { status: 404, body: {} }
				: ownerRez(request),
		),
		mews: await startHttpServer(mewsTokens(tokens)),
	};
});
afterEach(async () => {
	await servers.ownerRez.stop();
	await servers.mews.stop();
	jest.restoreAllMocks();
});

async function look(error?: string) {
	const example = withSetting(
		readExample('pin-to-booking-system.json'),
		'Settings',
		'ownerrez_field',
		String(FIELD),
	);
	const text = JSON.stringify(example)
		.replaceAll('https://api.ownerrez.com', servers.ownerRez.url)
		.replaceAll('https://api.mews.com', servers.mews.url)
		.replaceAll('"batchInterval":1000', '"batchInterval":0');
	const run = await runWorkflow(JSON.parse(text) as Example, {
		credentials: {
			...service.credentials,
			httpBasicAuth: SENDER_LOGIN,
			...mewsApi.credentials(''),
		},
		startNode: 'Every hour',
		startItems: [{ json: {} }],
	});
	expect(run.error()?.message).toBe(error);
}
const writes = (server: HttpServer) =>
	server.requests.filter(
		({ method, path }) =>
			method === 'PATCH' ||
			/\/(add|update)$/.test(path) ||
			(method === 'POST' && path === '/v2/fields'),
	).length;

async function book(keyPrefix: string, changes: IDataObject = {}, options = {}) {
	const stay = booking({ arrival: inDays(3), departure: inDays(5, 11), ...changes });
	const { items } = await reserve(service, 'upsert', [stay], {
		keyPrefix,
		waitUntilIssued: true,
		...options,
	});
	return items[0]?.json ?? {};
}
const changePin = async (keyPrefix: string) =>
	(await service.run('reservation.changePin', { reservationKey: '4711', options: { keyPrefix } }))
		.items[0]?.json.pin;

it('gives OwnerRez the PIN in its field once, and a new PIN in the same one', async () => {
	const other = {
		id: 1,
		entity_type: 'booking',
		entity_id: 4711,
		field_definition_id: 7,
		value: 'Late',
	};
	fields.push({ ...other });
	const { pin } = await book('ownerRez:');
	await book('ownerRez:', {
		id: '4712',
		arrival: inDays(20),
		departure: inDays(22),
		rooms: 'room-102',
	});
	await look();
	await look();
	const own = { entity_type: 'booking', entity_id: 4711, field_definition_id: FIELD };
	expect(fields).toEqual([other, expect.objectContaining({ ...own, value: pin })]);
	expect(writes(servers.ownerRez)).toBe(1);

	const changed = await changePin('ownerRez:');
	expect(changed).not.toBe(pin);
	await look();
	expect(fields).toEqual([other, expect.objectContaining({ ...own, value: changed })]);
	expect(servers.mews.requests).toEqual([]);
});

it('gives OwnerRez the other PINs if it refuses one booking, and the execution fails', async () => {
	await book('ownerRez:');
	const { pin } = await book('ownerRez:', { id: '4712', rooms: 'room-102' });
	deleted = '4711';
	await look('A booking system refused a PIN. The next look tries it again.');
	expect(fields).toMatchObject([{ entity_id: 4712, value: pin }]);
	expect(writes(servers.ownerRez)).toBe(1);
});

it('gives Mews the PIN as a token of the reservation, which follows PIN and dates', async () => {
	const lock = {
		Id: 'other',
		ServiceOrderId: '4711',
		Type: 'PinCode',
		Value: '0000',
		SerialNumber: null,
		ValidityStartUtc: inDays(3),
		ValidityEndUtc: inDays(5, 11),
		Permissions: {},
		IsActive: true,
	};
	tokens.push({ ...lock });
	const { pin } = await book('mews:');
	await book('mews:', { guest: 'Grace', contact: 'grace@example.com' }, { guestNumber: 2 });
	await look();
	await look();
	expect(tokens).toEqual([
		lock,
		expect.objectContaining({
			ServiceOrderId: '4711',
			Type: 'PinCode',
			Value: pin,
			ValidityStartUtc: inDays(3),
			ValidityEndUtc: inDays(5, 11),
			Permissions: { Bed: false, Room: true, Floor: false, Building: false },
		}),
	]);
	expect(writes(servers.mews)).toBe(1);

	await book('mews:', { departure: inDays(6, 11) });
	const changed = await changePin('mews:');
	await look();
	expect(tokens).toEqual([
		lock,
		expect.objectContaining({ Value: changed, ValidityEndUtc: inDays(6, 11), IsActive: true }),
	]);
	expect(servers.ownerRez.requests).toEqual([]);
});
