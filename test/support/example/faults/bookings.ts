import type { PmsBooking } from '../../../../pms/pmsBooking';
import { callOf, type TestedSystem } from '../../../../pms/systems';
import { readExample } from '../../../../host/n8n/readExample';
import { type HotelSandbox, startHotelSandbox } from '../../service/hotelSandbox';
import { type PmsExample, startPmsExample } from '../../pms/pmsExample';
import { dayInDays } from '../../service/reservations';
import { openings, type Opening } from './openings';
import type { Execution, Scenario } from './scenario';

const NIGHT = 'Every night';
/** If a guest cannot be read, the booking gives access all the same, and the host passes the PIN on until the next night. */
const GUEST = 'Get the guest';
const ROOMLESS = { id: '70999', name: 'Attic' };

/** What happens to the bookings of a house while nobody calls. */
const CHANGES = ['moved', 'canceled', 'new', 'without a room'] as const;
type Change = (typeof CHANGES)[number];

/**
 * The workflow of a booking system: one guest stays longer, one cancels, one books, and one books a room that no door is
 * known of. The execution that fails is a call about one of them, or a list.
 */
export function bookings(system: TestedSystem): Scenario {
	const { from, name, api, form, rooms, asks, sooner, removal } = system;
	const example = readExample(`pms/${from}.json`);
	const [first, second] = rooms;
	let service: HotelSandbox;
	let pms: PmsExample;
	let now: Record<Change, PmsBooking>;
	/** The PINs that opened doors for a guest at any time, by the booking. */
	let pinsOf: Map<string, Set<string>>;

	const guest = (first: string, key: string) => ({
		...pms.booking().guest,
		first,
		email: `${first.toLowerCase()}@example.com`,
		phone: '',
		key,
	});
	const all = () => Object.values(now);
	const listedOf = (change: Change) => pms.pms.bookings[CHANGES.indexOf(change)] ?? {};
	const bookingIn = (text: unknown) => all().find(({ id }) => String(text).includes(id));
	const isOf = ({ key, guest: who }: Opening, { id, guest: { first } }: PmsBooking) =>
		key.includes(id) && (who === '' || who.startsWith(first));
	const fail = async (work: Promise<unknown>) => {
		try {
			await work;
			return undefined;
		} catch (error) {
			return error as Error;
		}
	};

	const forgetComparison = () =>
		pms.comparisons().forEach((row) => Object.assign(row, { compared_at: '' }));

	/** What opens although it is not booked, and what is booked and does not open. */
	const wrongDoors = (opens: Opening[], change: Change): string[] => {
		const stay = now[change];
		const own = opens.filter(({ key }) => key.includes(stay.id));
		const hasDoor = change === 'moved' || change === 'new';
		if (hasDoor && own.length === 0) return [`${stay.guest.first} stands in front of the door`];
		const [room] = stay.rooms;
		const lock = room.id === first.id ? 'Room 101' : 'Room 102';
		const isBooked = (one: Opening) =>
			hasDoor &&
			isOf(one, stay) &&
			one.lock === lock &&
			one.from === stay.arrival &&
			one.to === stay.departure;
		return own
			.filter((one) => !isBooked(one))
			.map((one) => `${stay.guest.first} opens ${one.lock} from ${one.from} to ${one.to}`);
	};
	/** What else is to be known: where to tell the guest, the PIN in the system, and what the host must do. */
	const notKnown = (opens: Opening[], change: Change): string[] => {
		const { id, guest: who } = now[change];
		if (change === 'without a room')
			return pms.forHost().some((text) => text.includes(id))
				? []
				: ['the host does not know that a booking has no room'];
		if (change === 'canceled') return [];
		const row = pms.rows().find(({ stay_key: key }) => String(key).includes(id));
		const pin = String(api.pinBack?.pinOf(listedOf(change)));
		const hasPin = opens.some((one) => isOf(one, now[change]) && pin.includes(one.pin));
		return [
			...(row?.guest_email === who.email ? [] : [`nobody knows where to tell ${who.first}`]),
			...(!api.pinBack || hasPin ? [] : [`${name} lacks the PIN of ${who.first}`]),
		];
	};
	const wrongWith = (opens: Opening[], changes: readonly Change[] = CHANGES) =>
		changes.flatMap((change) => [...wrongDoors(opens, change), ...notKnown(opens, change)]);

	return {
		name,
		example,
		starts: [
			...(asks ? [] : CHANGES.map((change) => ({ name: change, trigger: `From ${name}` }))),
			...(sooner ? [{ name: sooner, trigger: sooner }] : []),
			...(asks && asks !== NIGHT ? [{ name: asks, trigger: asks }] : []),
			{ name: NIGHT, trigger: NIGHT },
		],
		// Hostex takes every PIN here.
		neverReached: ['A lock code was refused'],
		next: [...(sooner ? [sooner] : []), NIGHT],
		most: 4,

		open: async () => {},
		close: async () => {
			await pms?.pms.stop();
			await service?.stop();
		},

		async reset() {
			await this.close();
			service = await startHotelSandbox();
			pms = await startPmsExample(system, service);
			const soon = { arrival: dayInDays(1), departure: dayInDays(3) };
			const ada = pms.booking({
				...soon,
				id: '40771',
				guest: guest('Ada', '90211'),
				rooms: [first],
			});
			const ben = pms.booking({
				arrival: dayInDays(4),
				departure: dayInDays(6),
				id: '40772',
				guest: guest('Ben', '90212'),
				rooms: [second],
			});
			const changedAt = pms.changedAt(2);
			now = {
				moved: { ...ada, departure: dayInDays(4), changedAt },
				canceled: { ...ben, kind: 'cancelled', changedAt },
				new: pms.booking({
					id: '40773',
					guest: guest('Cora', '90213'),
					rooms: [second],
					...soon,
					changedAt,
				}),
				'without a room': pms.booking({
					...soon,
					id: '40774',
					guest: guest('Dan', '90214'),
					rooms: [ROOMLESS],
					changedAt,
				}),
			};
			pinsOf = new Map();
			await pms.compare([ada, ben].map(form.listed));
			pms.pms.pins.length = 0;
			forgetComparison();
			pms.pms.change(all().map(form.listed));
		},

		pass: () => {},

		async execute(start) {
			const change = CHANGES.find((one) => one === start);
			if (!change) return await fail(pms.compare(all().map(form.listed), start));
			const booking = now[change];
			const body =
				change === 'canceled' && removal
					? removal(booking)
					: callOf(system, booking, listedOf(change));
			return await fail(pms.receive(body));
		},

		async wrongNow({ start, ended, plan }: Execution) {
			const opens = await openings(service);
			for (const stay of all()) {
				const pins = pinsOf.get(stay.id) ?? new Set();
				for (const one of opens) if (isOf(one, stay)) pins.add(one.pin);
				pinsOf.set(stay.id, pins);
			}
			const foreignPins = pms.pms.pins
				.splice(0)
				.filter(({ id, pin }) =>
					(String(pin).match(/\d{4,}/g) ?? []).some(
						(digits) => !pinsOf.get(bookingIn(id)?.id ?? '')?.has(digits),
					),
				);
			const foreignContacts = pms
				.rows()
				.filter(
					({ stay_key: key, guest_email: email }) => email && email !== bookingIn(key)?.guest.email,
				);
			const isCompared = pms.comparisons().some(({ compared_at: at }) => Boolean(at));
			forgetComparison();
			const about = start === NIGHT ? CHANGES : CHANGES.filter((change) => change === start);
			/** n8n does not count it as a failure if a node does nothing and says so. */
			const isSaidToBeWell =
				ended === 'well' &&
				(plan ? plan.fault === 'error' && plan.node !== GUEST : start === NIGHT);
			return [
				...opens
					.filter(({ key }) => !bookingIn(key))
					.map(({ lock, guest: who }) => `${who} opens ${lock} without a booking`),
				...foreignPins.map(({ id }) => `booking ${id} got the PIN of another guest`),
				...foreignContacts.map(({ stay_key: key }) => `${String(key)} has the contact of another`),
				...(isCompared
					? CHANGES.flatMap((change) => wrongDoors(opens, change)).map(
							(text) => `compared, but ${text}`,
						)
					: []),
				...(isSaidToBeWell
					? wrongWith(opens, about).map((text) => `nothing failed, but ${text}`)
					: []),
			];
		},

		isSettled: async () => wrongWith(await openings(service)).length === 0,
		wrongAtTheEnd: async () => wrongWith(await openings(service)),
	};
}
