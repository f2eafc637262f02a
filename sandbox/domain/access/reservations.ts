import type { AccessGrantData } from '../../state/accessState';
import { isBeingDeleted } from '../issues';
import type { Here, Service } from '../service';
import { ServiceError } from '../serviceError';
import { placesOf, type Places } from './lookup';

type ReservationMembers = Places &
	Pick<AccessGrantData, 'reservation_key' | 'starts_at' | 'ends_at'>;

/**
 * Throws 400 for a key if no entrance can belong to a reservation, 400 for a missing key if an access system demands one, and
 * 409 for doors or times that conflict with the other grants of the reservation (docs/service.md#grants-12).
 * @param ownId the grant being changed; it is not compared with itself
 */
export function requireFittingReservation(
	here: Here,
	grant: ReservationMembers,
	ownId?: string,
): void {
	const { reservation_key: key } = grant;
	if (key === undefined) return requireNoKeyDemanded(here, grant);
	const doors = capableEntrances(here, grant);
	if (doors.length === 0) return requireKeyAllowedWithoutDoors(here, grant);
	const others = here.access.accessGrants.records.filter(
		(one) =>
			one.reservation_key === key &&
			one.access_grant_id !== ownId &&
			counts(here, one) &&
			capableEntrances(here, one).length > 0,
	);
	const [first] = others;
	if (!first) return;
	requireDoorsOf(here, new Set(capableEntrances(here, first)), doors);
	if (!others.some((one) => overlap(one, grant))) {
		throw refusal(
			here,
			409,
			'Time frame conflict',
			'The time frames of the grants of this reservation do not overlap. Use another reservation_key.',
		);
	}
}

/**
 * Systems whose guests need a reservation. A setting decides whether Salto Space is one of them
 * (docs/service.md#grants-11).
 */
const SYSTEMS_DEMANDING_KEY = new Set([
	'visionline_system',
	'assa_abloy_vostio',
	'dormakaba_community_site',
	'dormakaba_ambiance_site',
]);

function requireNoKeyDemanded(here: Here, grant: ReservationMembers): void {
	// A grant without an end is for staff, who need no reservation.
	if (grant.ends_at === null) return;
	const { entrances, accessSystems } = here.access;
	const systems = placesOf(here, grant).acs_entrance_ids.map((id) =>
		accessSystems.get(entrances.get(id)?.acs_system_id ?? ''),
	);
	const demands = (type = '') =>
		SYSTEMS_DEMANDING_KEY.has(type) ||
		(here.settings.saltoSpaceNeedsReservationKey && type.startsWith('salto_space_'));
	const system = systems.find((one) => demands(one?.external_type));
	if (system)
		throw refusal(
			here,
			400,
			'Reservation key required',
			`${system.name} requires a reservation_key.`,
		);
}

/**
 * Throws for entrances that cannot belong to a reservation. The sources do not cover grants without
 * entrances; a setting decides (docs/service.md#grants-14).
 */
function requireKeyAllowedWithoutDoors(here: Here, grant: ReservationMembers): void {
	const hasEntrances = placesOf(here, grant).acs_entrance_ids.length > 0;
	if (!hasEntrances && here.settings.reservationKeyOnDevicesAlone === 'ignored') return;
	throw refusal(
		here,
		400,
		'No capable entrance',
		'None of the entrances can belong to a reservation. Leave reservation_key out.',
	);
}

function requireDoorsOf(service: Service, reserved: ReadonlySet<string>, doors: string[]): void {
	if (doors.every((id) => reserved.has(id))) return;
	const isSuperset = [...reserved].every((id) => doors.includes(id));
	const message = isSuperset
		? 'The access grant has more entrances than the reservation.'
		: 'The access grant has other entrances than the reservation.';
	throw refusal(service, 409, isSuperset ? 'Superset of entrances' : 'Entrance conflict', message);
}

function capableEntrances(here: Here, places: Places): string[] {
	const { entrances } = here.access;
	return placesOf(here, places).acs_entrance_ids.filter(
		(id) => entrances.get(id)?.can_belong_to_reservation,
	);
}

function counts({ settings }: Service, grant: AccessGrantData): boolean {
	return settings.deletedGrantKeys !== 'freeAtOnce' || !isBeingDeleted(grant);
}

type TimeFrame = Pick<AccessGrantData, 'starts_at' | 'ends_at'>;

function overlap(left: TimeFrame, right: TimeFrame): boolean {
	const endOf = ({ ends_at }: TimeFrame) => (ends_at === null ? Infinity : Date.parse(ends_at));
	return Date.parse(left.starts_at) < endOf(right) && Date.parse(right.starts_at) < endOf(left);
}

/**
 * The error, in the form of all other errors or in the guide's form, which has no `type`
 * (docs/service.md#calls-2).
 */
function refusal(
	{ settings }: Service,
	status: 400 | 409,
	title: string,
	message: string,
): ServiceError {
	const [type, label] =
		status === 400 ? ['invalid_input', 'VALIDATION_ERROR'] : ['conflict', 'CONFLICT'];
	if (settings.reservationErrorForm === 'labelAndTitle')
		return new ServiceError(status, type, message, { labelAndTitle: { label, title } });
	return new ServiceError(status, type, message);
}
