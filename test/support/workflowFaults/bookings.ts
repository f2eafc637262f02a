import type { PmsBooking } from '../../../host/bookings/systems/pmsBooking';
import { callOf, type TestedSystem } from '../../../host/bookings/systems/systems';
import { readExample } from '../../../host/n8n/readExample';
import { type HotelSandbox, startHotelSandbox } from '../hotelSandbox';
import { type PmsExample, startPmsExample } from '../pms/pmsExample';
import { dayInDays } from '../reservations';
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
	let before: PmsBooking[];
	/** The PINs that opened doors for a guest at any time, by the booking. */
	let pinsOf: Map<string, Set<string>>;
	let seen: { pins: number; contacts: Map<unknown, unknown> };

	const guest = (first: string, key: string) => ({
		...pms.booking().guest,
		first,
		email: `${first.toLowerCase()}@example.com`,
		phone: '',
		key,
	});
	const all = () => Object.values(now);
	const staying = () =>
		all().filter(({ kind, rooms: [room] }) => kind === 'confirmed' && room !== ROOMLESS);
	const bookingIn = (text: unknown) => all().find(({ id }) => String(text).includes(id));
	const isOf = ({ key, guest: who }: Opening, { id, guest: { first } }: PmsBooking) =>
		key.includes(id) && (who === '' || who.startsWith(first));
	const doors = async () => await openings(service);
	const fail = async (work: Promise<unknown>) => {
		try {
			await work;
			return undefined;
		} catch (error) {
			return error as Error;
		}
	};

	/** What opens although it is not booked, and what is booked and does not open. */
	const wrongDoors = (opens: Opening[]) => {
		const booked = staying();
		return [
			...opens
				.filter(
					(one) =>
						!booked.some(
							(stay) =>
								isOf(one, stay) &&
								stay.rooms.some(
									({ id }) => one.lock === (id === first.id ? 'Room 101' : 'Room 102'),
								) &&
								one.from === stay.arrival &&
								one.to === stay.departure,
						),
				)
				.map(
					({ guest: who, lock, from: start, to }) => `${who} opens ${lock} from ${start} to ${to}`,
				),
			...booked
				.filter((stay) => !opens.some((one) => isOf(one, stay)))
				.map((stay) => `${stay.guest.first} stands in front of the door`),
		];
	};
	const wrongRows = () =>
		staying()
			.filter(
				({ id, guest: { email } }) =>
					!pms.rows().some((row) => String(row.stay_key).includes(id) && row.guest_email === email),
			)
			.map(({ guest: { first } }) => `nobody knows where to tell ${first}`);
	const hostKnows = () => pms.forHost().some((text) => text.includes(now['without a room'].id));
	const wrongPins = (opens: Opening[]) =>
		staying()
			.filter(
				(stay) =>
					api.pinBack &&
					!opens.some(
						(one) =>
							isOf(one, stay) &&
							String(api.pinBack?.pinOf(pms.pms.bookings[all().indexOf(stay)] ?? {})).includes(
								one.pin,
							),
					),
			)
			.map(({ guest: { first } }) => `${name} lacks the PIN of ${first}`);

	return {
		name,
		example,
		starts: [
			...(asks ? [] : CHANGES.map((change) => ({ name: change, trigger: `From ${name}` }))),
			...(sooner ? [{ name: sooner, trigger: sooner }] : []),
			...(asks && asks !== NIGHT ? [{ name: asks, trigger: asks }] : []),
			{ name: NIGHT, trigger: NIGHT },
		],
		neverEmpty: ['Sync many'],
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
			before = [ada, ben];
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
			seen = { pins: 0, contacts: new Map() };
			await pms.compare(before.map(form.listed));
			await this.wrongNow({ start: NIGHT, ended: 'well' });
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
					: callOf(system, booking, pms.pms.bookings[CHANGES.indexOf(change)]);
			return await fail(pms.receive(body));
		},

		async wrongNow({ start, ended, plan }: Execution) {
			const opens = await doors();
			for (const stay of all()) {
				const pins = pinsOf.get(stay.id) ?? new Set();
				for (const one of opens) if (isOf(one, stay)) pins.add(one.pin);
				pinsOf.set(stay.id, pins);
			}
			const sent = pms.pms.pins.slice(seen.pins);
			seen.pins = pms.pms.pins.length;
			const foreignPins = sent.filter(({ id, pin }) =>
				(String(pin).match(/\d{4,}/g) ?? []).some(
					(digits) => !pinsOf.get(bookingIn(id)?.id ?? '')?.has(digits),
				),
			);
			const foreignContacts = pms
				.rows()
				.filter(
					({ stay_key: key, guest_email: email }) => email && email !== bookingIn(key)?.guest.email,
				);
			const lost = pms
				.rows()
				.filter(
					({ stay_key: key, guest_email: email }) =>
						!email && seen.contacts.get(key) && bookingIn(key)?.kind === 'confirmed',
				);
			for (const { stay_key: key, guest_email: email } of pms.rows())
				if (email) seen.contacts.set(key, email);
			const isCompared = pms.comparisons().splice(0).length > 0;
			/** A node that does nothing and says so is no failure that n8n knows. */
			const isSaidToBeWell =
				start === NIGHT && ended === 'well' && (plan === undefined || plan.fault === 'error');
			return [
				...foreignPins.map(({ id }) => `booking ${id} got the PIN of another guest`),
				...foreignContacts.map(
					({ stay_key: key }) => `${String(key)} has the contact of another guest`,
				),
				...(plan?.node === GUEST ? [] : lost).map(
					({ stay_key: key }) => `${String(key)} has lost its contact`,
				),
				...(isCompared ? wrongDoors(opens).map((text) => `compared, but ${text}`) : []),
				...(isSaidToBeWell
					? [
							...wrongDoors(opens),
							...(plan?.node === GUEST ? [] : wrongRows()),
							...wrongPins(opens),
						].map((text) => `a night in which nothing failed, but ${text}`)
					: []),
			];
		},

		isSettled: async () => {
			const opens = await doors();
			return (
				[...wrongDoors(opens), ...wrongRows(), ...wrongPins(opens)].length === 0 && hostKnows()
			);
		},

		async wrongAtTheEnd() {
			const opens = await doors();
			return [
				...wrongDoors(opens),
				...wrongRows(),
				...wrongPins(opens),
				...(hostKnows() ? [] : ['the host does not know that a booking has no room']),
			];
		},
	};
}
