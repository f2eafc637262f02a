import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/hotelSandbox';
import type { PmsBooking } from '../../pms/pmsBooking';
import { preparePmsExamples } from '../support/pms/pmsExample';
import { callOf, SYSTEMS, type TestedSystem } from '../../pms/systems';
import { moveTimeTo } from '../support/clock/moveTimeTo';
import { dayInDays, pinsOnLocks, writesOf } from '../support/service/reservations';

const { service, example, use } = preparePmsExamples();

function systemOf(value: string): TestedSystem {
	const found = SYSTEMS.find(({ from }) => from === value);
	if (!found) throw new Error(`There is no system '${value}'`);
	return found;
}

/** Forgets what was requested. */
function forget() {
	example.pms.pins.length = 0;
	service.sandbox.requests.clear();
}

const inDays = (days: number) => new Date(Date.UTC(2031, 0, 1 + days)).toISOString().slice(0, 10);

/** Bookings of two rooms, one after the other. */
const bookingsOf = (
	{ rooms, form }: TestedSystem,
	count: number,
	changes: (index: number) => Partial<PmsBooking> = () => ({}),
) =>
	Array.from({ length: count }, (_, index) =>
		form.listed(
			example.booking({
				id: String(50_001 + index),
				guest: { ...example.booking().guest, email: `guest-${index}@example.com`, phone: '' },
				rooms: [index % 2 === 0 ? rooms[0] : rooms[1]],
				arrival: inDays(index),
				departure: inDays(index + 2),
				...changes(index),
			}),
		),
	);

/** The number in a key, such as that of `AP50061-1`. */
const numberIn = (key: unknown) => Number(/\d+/.exec(String(key))?.[0]);
const keys = async () =>
	(await example.access()).map(({ reservation_key: key }) => numberIn(key)).sort();

describe.each(SYSTEMS)('the example for $name', (system) => {
	const { from, form, api, pages, removal, hasNoInquiries, sooner } = system;
	const [, ROOM_102] = system.rooms;
	/** Each PIN goes back, if the system has a place for it. */
	const pinsBack = (...pins: Array<{ id: string; pin: unknown }>) => (api.pinBack ? pins : []);
	use(system);
	/** The system sends them, or those of the room count. */
	const hours = { arrivalTime: '16:00', departureTime: '14:00' };
	const tell = async (changes: Partial<PmsBooking> = {}) =>
		await example.tell({ ...hours, ...changes });

	it('gives a new guest the PIN at the door and in the system, keeps both when the night compares, moves them with dates and room, and ends them', async () => {
		await tell();
		const [stay] = await example.access();
		expect(stay).toMatchObject({
			reservation_key: expect.stringContaining('40771'),
			rooms: ['Room 101'],
			...system.hours,
		});
		const pin = String(stay?.pin);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 101': [pin] });
		expect(example.pms.bookings.map((one) => api.pinBack?.pinOf(one) ?? pin)).toEqual([pin]);
		const row = {
			stay_key: stay?.stay_key,
			system: from,
			guest_name: stay?.guest_name,
			guest_email: 'ada@example.com',
			ends_at: stay?.ends_at,
		};
		expect(example.rows()).toEqual([expect.objectContaining({ ...row, host_message: null })]);

		// A host edits these by hand.
		Object.assign(example.rows()[0] ?? {}, { contact: 'other@example.com', language: 'fr' });
		service.sandbox.requests.clear();
		await tell();
		await example.compare([form.listed(example.booking(hours))]);
		expect([writesOf(service), example.forHost()]).toEqual([[], []]);
		expect(await example.access()).toMatchObject([{ access_grant_id: stay?.access_grant_id, pin }]);

		const departure = '2031-02-02';
		await tell({ departure, rooms: [ROOM_102], changedAt: example.changedAt(2) });
		const newest = await example.access();
		expect(newest).toMatchObject([
			{ pin, rooms: ['Room 102'], ends_at: expect.stringMatching(/^2031-02-02T1[0124]:00/) },
		]);
		expect(await pinsOnLocks(service)).toMatchObject({ 'Room 102': [pin] });
		expect(example.forHost()).toEqual([]);
		if (system.saysWhenChanged) {
			await tell({ departure: '2031-02-09' });
			expect([await example.access(), example.forHost()]).toEqual([newest, []]);
		}

		const changedAt = example.changedAt(3);
		if (removal) await example.receive(removal(example.booking({ changedAt })));
		else await tell({ kind: 'cancelled', changedAt });
		expect([await example.access(), await pinsOnLocks(service)]).toEqual([[], {}]);
		expect(example.rows()).toMatchObject([
			{
				stay_key: row.stay_key,
				contact: 'other@example.com',
				language: 'fr',
				host_message: expect.stringMatching(/^Booking \D*40771[^]*has ended/),
			},
		]);
		expect([...new Set(example.pms.pins)].slice(0, 1)).toEqual(pinsBack({ id: '40771', pin }));
	});

	if (sooner)
		it('looks often at the arrivals of the next two days, and ends nothing then', async () => {
			const soon = { arrival: dayInDays(1), departure: dayInDays(3) };
			await example.tell({ id: '40772', rooms: [ROOM_102] });
			forget();
			await example.compare(
				[soon, {}].map((days, index) =>
					form.listed(example.booking({ id: String(40_773 + index), ...days })),
				),
				sooner,
			);
			expect(await keys()).toEqual([40_772, 40_773]);
			await example.compare([form.listed(example.booking({ id: '40774' }))], sooner);
			expect([await keys(), example.forHost()]).toEqual([[40_772, 40_773], []]);
		});

	if (!pages) return;
	it('reads all pages, gives each booking access, and ends only what is missing', async () => {
		/** Stays at the ends of the pages. The others give no access. */
		const stays = [0, 99, 100, 103];
		const kind = hasNoInquiries ? 'cancelled' : 'inquiry';
		const all = bookingsOf(system, 104, (index) => (stays.includes(index) ? {} : { kind }));
		await example.compare(all);
		const made = await example.access();
		expect(await keys()).toEqual(stays.map((index) => 50_001 + index));
		const asked = example.pms.listed.map((query) => query[pages.parameter]);
		expect(asked.slice(0, pages.values.length)).toEqual(pages.values);
		const pins = ({ id, pin }: { id: string; pin: unknown }) => `${numberIn(id)} ${String(pin)}`;
		expect(example.pms.pins.map(pins).sort()).toEqual(
			pinsBack(...made.map(({ reservation_key: key, pin }) => ({ id: String(key), pin })))
				.map(pins)
				.sort(),
		);

		await example.compare([0, 100, 103].map((index) => all[index] ?? {}));
		if (system.keepsMissing) {
			expect(await keys()).toEqual(stays.map((index) => 50_001 + index));
			return;
		}
		expect(await keys()).toEqual([50_001, 50_101, 50_104]);
		expect(example.pms.pins.length).toBe(api.pinBack ? 4 : 0);
		const gone = /^Booking \D*50100\D(?![^]*Booking)[^]*has ended/;
		expect(example.forHost()).toEqual([expect.stringMatching(gone)]);
		// It has nothing of another booking.
		const row = example.rows().find(({ stay_key: key }) => String(key).includes('50100'));
		expect([row?.guest_email, row?.guest_language ?? null]).toEqual([null, null]);
	});
});

/** What is the same for all systems. */
describe('an example like that for Beds24', () => {
	const system = systemOf('beds24');
	const { unreadable } = system;
	use(system);

	it('tells the host, in rows of their own, about a room that has no space, a word that is not known, and a body of another system', async () => {
		await example.tell({ rooms: [{ id: '70999', name: 'Attic' }] });
		await example.tell({ id: '40772', word: 'Frozen' });
		await example.receive({ reservation_id: 'R-1001', status: 'confirmed' });
		expect([writesOf(service), example.pms.pins]).toEqual([[], []]);
		expect(example.forHost()).toEqual([
			expect.stringMatching(/^Booking \D*40771/),
			expect.stringMatching(
				/40772\S*, Ada Example, .*2031.* to .*2031[^]*Frozen[^]*no PIN[^]*ada@example.com/,
			),
			expect.stringMatching(/not a booking/),
		]);
		const count = example.forHost().length;
		await example.tell();
		expect(example.forHost()).toHaveLength(count - 1);
	});

	it('keeps what the list lacks if it may be wrong', async () => {
		await example.compare(bookingsOf(system, 6));
		const account = example.pms.bookings;
		const all = [50_001, 50_002, 50_003, 50_004, 50_005, 50_006];
		forget();
		const damaged = JSON.parse(
			JSON.stringify(unreadable ?? {}).replaceAll(/"?(AP)?60001(-1)?"?/g, 'null'),
		) as object;
		await example.compare(account.slice(4));
		expect([await keys(), example.forHost()]).toEqual([
			all,
			[expect.stringMatching(/50001[^]*50002/)],
		]);
		await example.compare([damaged, ...account.slice(0, 5)]);
		await expect(example.compare([])).rejects.toThrow('Read booking: ');
		expect([await keys(), writesOf(service)]).toEqual([all, []]);
		example.pms.settings.listStatus = 500;
		await expect(example.compare(account.slice(0, 1))).rejects.toThrow('Get the bookings: 500');
		expect(await keys()).toEqual(all);
	});
});

/** A field of the booking, and a list of fields, in a request that takes several bookings. */
describe.each(['hostaway', 'beds24'].map(systemOf))('the PINs of $name', (system) => {
	const { api, form } = system;
	const [, ROOM_102] = system.rooms;
	use(system);
	const pins = () => example.pms.bookings.map((one) => api.pinBack?.pinOf(one));

	it('gives the system the PINs of all doors, also those that the host has changed', async () => {
		await example.tell();
		const list = () => [form.listed(example.booking())];
		const { items } = await service.run('reservation.changePin', {
			reservationKey: '40771',
			options: { keyPrefix: `${system.from}:` },
		});
		const changed = String(items[0]?.json.pin);
		await example.compare(list());
		expect(pins()).toEqual([changed]);

		await service.run('accessCode.create', {
			deviceId: byId(hotel.devices.room102),
			code: changed,
		});
		await example.compare([form.listed(example.booking({ rooms: [ROOM_102] }))]);
		const [ofRoom102 = ''] = (await pinsOnLocks(service))['Room 102'] ?? [];
		expect(ofRoom102).not.toBe(changed);
		expect(pins()).toEqual([`${changed}, Room 102: ${ofRoom102}`]);
	});
});

describe.each(SYSTEMS.filter(({ api }) => api.tokens))(
	'an example with a token of $name',
	(system) => {
		use(system);

		it('gets a new token when the old one has expired, by day and by night, and waits until it is accepted', async () => {
			example.pms.settings.tokenDelayMs = 20;
			await example.compare([system.form.listed(example.booking())]);
			const [stay] = await example.access();
			for (const departure of ['2031-02-01', '2031-02-02']) {
				example.pms.expireTokens();
				if (departure === '2031-02-01')
					await example.compare([system.form.listed(example.booking({ departure }))]);
				else await example.tell({ departure, changedAt: example.changedAt(1) });
				expect(await example.access()).toMatchObject([
					{ pin: stay?.pin, ends_at: expect.stringContaining(departure) },
				]);
			}
		});
	},
);

describe.each(SYSTEMS.filter(({ namesBookings, withoutRoom }) => namesBookings && withoutRoom))(
	'an example that gets bookings from $name',
	(system) => {
		const { form, withoutRoom = () => ({}) } = system;
		use(system);

		it('tells nobody of a booking without a room, which gets its PIN with the room', async () => {
			const changedAt = new Date().toISOString().replace(/\.\d+/, '');
			example.pms.bookings = [withoutRoom(form.listed(example.booking({ changedAt })))];
			await example.receive(form.webhookBody(example.booking()));
			await example.compare([...example.pms.bookings]);
			expect([example.forHost(), writesOf(service)]).toEqual([[], []]);
			await example.tell({ changedAt });
			expect(await example.access()).toMatchObject([{ rooms: ['Room 101'] }]);
		});
	},
);

describe('the example for Cloudbeds, which answers the state before a call for some seconds', () => {
	const system = systemOf('cloudbeds');
	use(system);

	it('asks twice, so that a guest who changes rooms gets the new one at once', async () => {
		await example.tell();
		const moved = example.booking({ rooms: [system.rooms[1]] });
		const run = example.receive(system.form.webhookBody(moved));
		setTimeout(() => (example.pms.bookings = [system.form.listed(moved)]), 100);
		await run;
		expect(await example.access()).toMatchObject([{ rooms: ['Room 102'] }]);
	});
});

describe.each(['hostaway', 'smoobu', 'guesty', 'hostfully'].map(systemOf))(
	'the list in the example for $name',
	(system) => {
		use(system);

		it('begins with the departures of yesterday, because the day of the property can be an earlier one', async () => {
			moveTimeTo(Date.parse('2031-01-31T03:00:00Z'));
			await example.compare([
				system.form.listed(example.booking({ arrival: '2031-01-28', departure: '2031-01-30' })),
			]);
			expect(Object.values(example.pms.listed[0] ?? {})).toContain('2031-01-30');
		});
	},
);

describe('the example for Mews, which lists three months', () => {
	const system = systemOf('mews');
	use(system);
	const soon = (count: number, changes: (index: number) => Partial<PmsBooking> = () => ({})) =>
		bookingsOf(system, count, (index) => ({
			arrival: inDays(index % 80),
			departure: inDays((index % 80) + 1),
			...changes(index),
		}));

	it('gives a reservation a token for the room alone, whose times follow those of the stay', async () => {
		await example.tell();
		const token = (changes: object) => [
			{
				tokens: [
					{
						Type: 'PinCode',
						SerialNumber: 'Device Access',
						ValidityStartUtc: '2031-01-29T15:00:00.000Z',
						Permissions: {
							Bed: { Value: false },
							Room: { Value: true },
							Floor: { Value: false },
							Building: { Value: false },
						},
						...changes,
					},
				],
			},
		];
		const until = (day: string) => token({ ValidityEndUtc: `${day}T11:00:00.000Z` });
		expect(example.pms.bookings).toMatchObject(until('2031-01-31'));
		await example.tell({ departure: '2031-02-02', changedAt: example.changedAt(2) });
		expect(example.pms.bookings).toMatchObject(until('2031-02-02'));
	});

	it('reads all pages with the guests, leaves later stays alone, and ends what is canceled, not what is missing', async () => {
		await example.compare(
			soon(110, (index) => (index > 1 && index < 108 ? { kind: 'inquiry' } : {})),
		);
		expect(example.pms.listed).toEqual([{}, { Cursor: '50100' }]);
		expect(await keys()).toEqual([50_001, 50_002, 50_109, 50_110]);
		expect(
			(await example.access()).filter(({ guest_name: name }) => name !== 'Ada Example'),
		).toEqual([]);
		await example.compare(soon(2, (index) => (index === 1 ? { kind: 'cancelled' } : {})).slice(1));
		expect(await keys()).toEqual([50_001, 50_109, 50_110]);
		expect(example.forHost()).toEqual([expect.stringMatching(/^Booking 50002,(?![^]*Booking)/)]);
	});

	it('asks every 10 minutes for what has changed', async () => {
		const ago = (minutes: number) =>
			new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, '');
		const known = system.form.listed(example.booking({ id: '40001', changedAt: ago(60) }));
		const poll = async (...bookings: object[]) =>
			await example.compare([known, ...bookings], 'Every 10 minutes');
		await poll();
		expect([writesOf(service), await keys()]).toEqual([[], []]);
		const booked = example.booking({ id: '40881', changedAt: ago(15) });
		await poll(system.form.listed(booked));
		expect(await keys()).toEqual([40_881]);
		const canceled = { ...booked, kind: 'cancelled' as const, changedAt: ago(1) };
		await poll(system.form.listed(canceled));
		expect(await keys()).toEqual([]);
	});
});

describe('the example for Beds24, which can answer that it does not take a PIN with the status of a success', () => {
	const system = systemOf('beds24');
	use(system);

	it('fails, so that the host hears that guests may get no PIN from Beds24', async () => {
		const gone = example.booking();
		const call = callOf(system, gone, system.form.listed(gone));
		await expect(example.receive(call)).rejects.toThrow(/^A PIN was refused: /);
		expect(await keys()).toEqual([40_771]);
	});
});

describe('the example for OwnerRez, which sends calls to few hosts', () => {
	const system = systemOf('ownerRez');
	use(system);

	it('gets the other PINs if it no longer has a booking, and the execution fails', async () => {
		const all = bookingsOf(system, 2);
		example.pms.settings.isMissing = ({ query, body }) =>
			[query.entity_id, body].some((text) => text?.includes('50001'));
		await expect(example.compare(all)).rejects.toThrow('Send the PIN to OwnerRez: 404');
		expect(example.pms.bookings.map((one) => system.api.pinBack?.pinOf(one))).toEqual([
			undefined,
			expect.any(String),
		]);
	});

	it('asks every 10 minutes for what has changed: a booking, its new dates and its end', async () => {
		const poll = async (minutesAgo: number, changes: Partial<PmsBooking> = {}) => {
			const changedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
			const known = example.booking({ id: '40001', changedAt: '2030-01-02T09:30:00Z' });
			await example.compare(
				[known, example.booking({ changedAt, ...changes })].map(system.form.listed),
				'Every 10 minutes',
			);
		};
		await poll(15);
		await poll(10, { departure: '2031-02-02' });
		expect(await example.access()).toMatchObject([
			{ reservation_key: '40771', ends_at: expect.stringContaining('2031-02-02') },
		]);
		await poll(5, { kind: 'cancelled' });
		expect([await keys(), example.forHost()]).toEqual([
			[],
			[expect.stringMatching(/40771[^]*has ended/)],
		]);
	});
});

describe.each(['ownerRez', 'mews'].map(systemOf))(
	'the PINs of $name, which it keeps in records of their own',
	(system) => {
		use(system);
		const soon = { arrival: inDays(1), departure: inDays(3) };
		const pins = () => example.pms.bookings.map((one) => system.api.pinBack?.pinOf(one));

		it('are sent once, again in the night if they are others, and never to records of somebody else', async () => {
			const list = () => [system.form.listed(example.booking(soon))];
			await example.compare(list());
			const [{ pin } = {}] = await example.access();
			expect(pins()).toEqual([pin]);
			const [booking] = example.pms.bookings as Array<{ fields?: object[]; tokens?: object[] }>;
			const other = { Id: 'other', ServiceOrderId: '40771', SerialNumber: null, IsActive: true };
			booking?.fields?.unshift({ id: 1, field_definition_id: 7, value: 'Late' });
			booking?.tokens?.unshift({ ...other, Value: '0000' });
			await example.compare(list());
			expect(example.pms.pins).toEqual([{ id: '40771', pin }]);

			const { items } = await service.run('reservation.changePin', {
				reservationKey: '40771',
				options: { keyPrefix: `${system.from}:` },
			});
			const changed = items[0]?.json.pin;
			expect(changed).not.toBe(pin);
			await example.compare(list());
			expect(pins()).toEqual([changed]);
			expect(example.pms.bookings).toMatchObject([
				system.from === 'mews'
					? { tokens: [{ Value: '0000' }, { Value: changed }] }
					: { fields: [{ value: 'Late' }, { value: changed }] },
			]);
		});
	},
);

describe('the example for Guesty, whose requests leave out some bookings', () => {
	const system = systemOf('guesty');
	use(system);
	const booking = (changes: Partial<PmsBooking> = {}) =>
		system.form.listed(example.booking(changes));
	const call = () => system.form.webhookBody(example.booking());

	it('fails and changes nothing if Guesty answers with no booking to a call', async () => {
		await example.tell();
		forget();
		example.pms.bookings = [{ ...booking({ kind: 'cancelled' }), leftOut: 'request' }];
		await expect(example.receive(call())).rejects.toThrow(/^Read booking: Guesty did not answer/);
		expect([writesOf(service), await keys()]).toEqual([[], [40_771]]);
	});

	it('keeps what the search leaves out, and ends what it says is canceled', async () => {
		const all = bookingsOf(system, 3);
		await example.compare(all);
		await example.compare([
			{ ...all[0], leftOut: 'search' },
			...bookingsOf(system, 2, () => ({ kind: 'cancelled' })).slice(1),
			...all.slice(2),
		]);
		expect([await keys(), example.forHost()]).toEqual([
			[50_001, 50_003],
			[expect.stringMatching(/50002/)],
		]);
	});

	it('sends a PIN once: each request makes Guesty send another call', async () => {
		await example.tell();
		await example.receive(call());
		await example.compare([booking()]);
		expect(example.pms.pins).toHaveLength(1);
	});
});

describe('the example for Lodgify, whose calls do not have the PIN', () => {
	const system = systemOf('lodgify');
	use(system);
	const codes = () => example.pms.bookings.map((one) => system.api.pinBack?.pinOf(one));

	it('gives each room of a booking the PIN, once, and again in the night if it is another one', async () => {
		const rooms = system.rooms;
		await example.tell({ rooms });
		const [{ pin } = {}] = await example.access();
		expect(codes()).toEqual([pin]);
		await example.tell({ rooms });
		const list = () => [system.form.listed(example.booking({ rooms }))];
		await example.compare(list());
		expect(example.pms.pins).toHaveLength(1);

		Object.assign(example.pms.bookings[0] ?? {}, { keyCodes: { [rooms[0].id]: '0000' } });
		await example.compare(list());
		expect(codes()).toEqual([pin]);
	});
});

describe('the example for Hospitable, which lists the bookings of some properties at a time', () => {
	const system = systemOf('hospitable');
	use(system);

	it('reads the bookings of all properties, and ends nothing if those of some cannot be read', async () => {
		const stays = bookingsOf(system, 2);
		const blocks = Array.from({ length: 60 }, (_, index) =>
			system.form.listed(
				example.booking({
					id: String(60_001 + index),
					kind: 'block',
					rooms: [{ id: String(80_001 + index), name: `House ${index}` }],
				}),
			),
		);
		await example.compare([...stays, ...blocks]);
		expect([await keys(), example.pms.listed.length]).toEqual([[50_001, 50_002], 2]);
		Object.assign(example.pms.settings, {
			listStatus: 500,
			isListRefused: ({ search }: { search: string }) => search.includes('80060'),
		});
		await expect(example.compare([...stays.slice(1), ...blocks])).rejects.toThrow(
			'Get the bookings: 500',
		);
		expect(await keys()).toEqual([50_001, 50_002]);
	});
});

describe.each(['cloudbeds', 'hostex'].map(systemOf))(
	'the example for $name, which answers a call with a list',
	(system) => {
		use(system);

		it('fails and changes nothing if the list is empty, and goes on if that of the hour is', async () => {
			await example.tell();
			forget();
			example.pms.bookings = [];
			const call = example.receive(system.form.webhookBody(example.booking()));
			await expect(call).rejects.toThrow(/^Read booking: The list of bookings is empty/);
			await example.compare([], 'Every hour');
			expect([writesOf(service), await keys()]).toEqual([[], [40_771]]);
		});
	},
);

describe('the example for Avantio, which gets each booking of the list', () => {
	const system = systemOf('avantio');
	use(system);

	it('ends nothing as missing in a night in which a booking cannot be had, and tells the host', async () => {
		const all = bookingsOf(system, 4);
		await example.compare(all);
		forget();
		await example.compare([{ ...all[0], isHidden: true }, ...all.slice(1, 3)]);
		expect([writesOf(service), await keys()]).toEqual([[], [50_001, 50_002, 50_003, 50_004]]);
		expect(example.forHost()).not.toEqual([]);
	});
});

describe.each(['hostify', 'wuBookZak'].map(systemOf))(
	'the example for $name, which gets the guest of each booking',
	(system) => {
		use(system);

		it('tells the host if a guest cannot be had, changes nothing for that booking, and goes on with the others', async () => {
			const all = bookingsOf(system, 2, (index) => ({
				guest: { ...example.booking().guest, key: String(90_001 + index) },
			}));
			await example.compare([{ ...all[0], hasNoGuest: true }, ...all.slice(1)]);
			expect([await keys(), example.forHost()]).toEqual([
				[50_002],
				[expect.stringMatching(/^Booking 50001\b/)],
			]);
		});
	},
);
