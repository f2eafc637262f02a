import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readBooking } from '../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { inRows } from '../support/inRows';
import type { BookingKind, PmsBooking } from '../support/pms/pmsBooking';
import { skipPauses } from '../support/skipPauses';
import { until } from '../support/until';
import { propertyRuns } from '../unit/properties/propertyRuns';
import { phoneOf, STATUS, STAYS, type WrittenStay } from '../unit/properties/writtenBookings';

const RUNS = Number(process.env.RUNS ?? 4);

/** Space keys as property management systems have them, with a lock each. */
const ROOMS = [
	{ id: '5101', name: 'Harbor Loft', lock: hotel.devices.room101 },
	{ id: '5102', name: 'Garden House', lock: hotel.devices.room102 },
	{ id: '5103', name: 'Attic', lock: hotel.devices.room103 },
] as const;

/** Next summer: the rooms are an hour ahead of UTC on every day. */
const SUMMER = { year: new Date().getFullYear() + 1, zone: 'Europe/Lisbon', offset: '+01:00' };
const dayOf = (day: number) => new Date(Date.UTC(SUMMER.year, 5, day)).toISOString().slice(0, 10);

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

/** What a booking is at one time, before it is cut to what a form can tell. */
const versions = fc.record({
	kind: fc.constantFrom<BookingKind>(
		'confirmed',
		'confirmed',
		'confirmed',
		'ownerStay',
		'inquiry',
		'cancelled',
		'block',
	),
	firstName: fc.constantFrom('Ada', 'Grace'),
	isAnotherGuest: fc.constantFrom(false, false, false, true),
	rooms: fc.constantFrom([0], [0], [1], [2], [0, 1], [1, 2]),
	firstDay: fc.constantFrom(3, 5),
	nights: fc.constantFrom(2, 2, 9),
	arrivalTime: fc.constantFrom(undefined, undefined, '17:00', '09:00'),
	departureTime: fc.constantFrom(undefined, undefined, '14:00', '08:00'),
});
type Version = typeof versions extends fc.Arbitrary<infer Value> ? Value : never;

/** Histories so far, because the node remembers when a booking last changed in an earlier one. */
let histories = 0;

/** This version of the booking number `index`, as far as the form can tell it. */
function bookingOf(
	{ kinds, times, hasSeveralRooms }: WrittenStay,
	index: number,
	version: Version,
	step: number,
): PmsBooking {
	const { kind, firstName, isAnotherGuest, arrivalTime, departureTime } = version;
	const [first = ROOMS[0], ...others] = version.rooms.map((room) => ROOMS[room] ?? ROOMS[0]);
	const number = String(2 * index + Number(isAnotherGuest)).padStart(4, '0');
	const isTold = kinds.includes(kind);
	return {
		id: String(7_000 + index),
		kind: isTold ? kind : 'confirmed',
		guest: {
			first: firstName,
			last: isAnotherGuest ? 'Other' : 'Example',
			email: `guest-${number}@example.com`,
			phone: `+1555010${number}`,
			language: 'en',
			key: `9${number}`,
		},
		rooms: [first, ...(hasSeveralRooms ? others : [])],
		arrival: dayOf(version.firstDay),
		departure: dayOf(version.firstDay + version.nights),
		...(times !== 'none' && arrivalTime !== undefined && { arrivalTime }),
		...(times !== 'none' && departureTime !== undefined && { departureTime }),
		offset: SUMMER.offset,
		changedAt: new Date(Date.UTC(2026, 0, 1) + histories * 60_000 + step * 1000).toISOString(),
	};
}

/** The booking in the form of its system, as *Read Booking* returns it. A calendar names no room. */
const readBack = (written: WrittenStay, booking: PmsBooking): IDataObject[] => {
	const rooms = written.says.includes('rooms') ? {} : { rooms: booking.rooms.map(({ id }) => id) };
	return readBooking(written.from, written.write(booking) as WireObject, rooms).map((one) => ({
		...one,
	}));
};

/** The same as plain fields. What is not a stay is no item. */
function plain({ from, says, key, usualTimes }: WrittenStay, booking: PmsBooking): IDataObject[] {
	const { guest, arrivalTime, departureTime } = booking;
	if (STATUS[booking.kind] === 'not_a_stay') return [];
	const at = (day: string, time?: string) => (time === undefined ? day : `${day}T${time}`);
	return [
		{
			key: key?.(booking) ?? booking.id,
			status: STATUS[booking.kind],
			prefix: `${from}:`,
			name: says.includes('name') ? `${guest.first} ${guest.last}` : '',
			email: says.includes('email') ? guest.email : '',
			phone: phoneOf(booking, says) ?? '',
			person: says.includes('guestKey') ? `${from}:${guest.key}` : '',
			rooms: booking.rooms.map(({ id }) => id).join(),
			arrival: at(booking.arrival, arrivalTime ?? usualTimes?.arrival),
			departure: at(booking.departure, departureTime ?? usualTimes?.departure),
		},
	];
}

const PLAIN: INodeParameters = {
	reservationKey: '={{ $json.key }}',
	status: '={{ $json.status }}',
	guestName: '={{ $json.name }}',
	guestContact: '',
	rooms: { __rl: true, mode: 'key', value: '={{ $json.rooms }}' },
	arrival: '={{ $json.arrival }}',
	departure: '={{ $json.departure }}',
	options: {
		keyPrefix: '={{ $json.prefix }}',
		guestEmailAddress: '={{ $json.email }}',
		guestPhoneNumber: '={{ $json.phone }}',
		guestKey: '={{ $json.person }}',
	},
};

async function startHouse(): Promise<HotelSandbox> {
	const service = await startHotelSandbox({
		settings: { attemptDurationMs: 1, chosenPins: 'next' },
	});
	for (const { id, name, lock } of ROOMS)
		await service.run('space.upsert', {
			spaceKey: id,
			name,
			deviceIds: inRows('device', lock),
			timeZone: SUMMER.zone,
			checkInTime: '15:00',
			checkOutTime: '11:00',
			additionalFields: {},
			options: {},
		});
	return service;
}

type Doors = Record<string, { rooms: unknown[]; from: unknown; to: unknown; pin: string }>;

/** Who can open which rooms, when and with which PIN, from the sandbox's own records: by key. */
async function doorsOf({ sandbox }: HotelSandbox): Promise<Doors> {
	const access = sandbox.state.workspaces.get(workspaceIds.main)?.access;
	const stays = ({ warnings }: { warnings: unknown }) =>
		!JSON.stringify(warnings).includes('being_deleted');
	const ours = () =>
		(access?.accessGrants.records ?? [])
			.filter(stays)
			.filter(({ access_grant_key: key }) => /:/.test(String(key)));
	const pinsOf = (id: string) =>
		(access?.accessMethods.records ?? [])
			.filter(stays)
			.flatMap(({ access_grant_id: grant, code }) =>
				grant === id && typeof code === 'string' ? [code] : [],
			);
	await until(() => ours().every(({ access_grant_id: id }) => pinsOf(id).length > 0));
	return Object.fromEntries(
		ours().map((grant) => [
			// A change of rooms can replace the access, which gives the key a part number.
			String(grant.access_grant_key).replace(/:part-\d+$/, ''),
			{
				rooms: [...(grant.space_ids ?? [])].map((id) => access?.spaces.get(id)?.space_key).sort(),
				from: grant.starts_at,
				to: grant.ends_at,
				pin: pinsOf(grant.access_grant_id).join(),
			},
		]),
	);
}

/** The doors, with what became of each PIN in place of the PIN, which every service chooses itself. */
const afterStep = (before: Doors, now: Doors) =>
	Object.fromEntries(
		Object.entries(now).map(([key, { pin, ...door }]) => [
			key,
			{ ...door, keptPin: before[key]?.pin === pin },
		]),
	);

async function carryOut(
	service: HotelSandbox,
	items: IDataObject[],
	parameters: INodeParameters,
): Promise<void> {
	if (items.length === 0) return;
	await service.run('reservation.upsert', parameters, {
		input: items,
		onError: 'continueRegularOutput',
	});
}

it('any history of bookings opens the same doors in the form of each system as in plain fields', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(versions, { minLength: 2, maxLength: 5 }), async (history) => {
			histories += 1;
			const [written, mapped] = await Promise.all([startHouse(), startHouse()]);
			try {
				let before: [Doors, Doors] = [{}, {}];
				for (const [step, version] of history.entries()) {
					const bookings = STAYS.map(
						(form, index) => [form, bookingOf(form, index, version, step)] as const,
					);
					await carryOut(
						written,
						bookings.flatMap(([form, booking]) => readBack(form, booking)),
						{ mappingMode: 'autoMapInputData', options: {} },
					);
					await carryOut(
						mapped,
						bookings.flatMap(([form, booking]) => plain(form, booking)),
						PLAIN,
					);
					const now: [Doors, Doors] = [await doorsOf(written), await doorsOf(mapped)];
					expect(afterStep(before[0], now[0])).toEqual(afterStep(before[1], now[1]));
					for (const [{ from, key }, booking] of bookings) {
						const door = now[0][`${from}:${key?.(booking) ?? booking.id}`];
						if (STATUS[booking.kind] === 'confirmed')
							expect(door?.rooms).toEqual(booking.rooms.map(({ id }) => id).sort());
						else if (STATUS[booking.kind] !== 'not_a_stay') expect(door).toBeUndefined();
					}
					before = now;
				}
			} finally {
				await Promise.all([written.stop(), mapped.stop()]);
			}
		}),
		propertyRuns(RUNS),
	);
}, 240_000);
