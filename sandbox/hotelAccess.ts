import { fixtureId } from './fixtureId';

/** When the stays of the fixture begin. */
export const STAY_STARTS_AT = '2026-01-20T15:00:00.000Z';
/** Far ahead, so that the stays of the fixture are never over. */
export const STAY_ENDS_AT = '2036-01-20T11:00:00.000Z';

const identity = (number: number) => fixtureId('userIdentity', number);
const space = (number: number) => fixtureId('space', number);
const system = (number: number) => fixtureId('accessSystem', number);
const entrance = (number: number) => fixtureId('entrance', number);
const group = (number: number) => fixtureId('accessGroup', number);
const user = (number: number) => fixtureId('accessSystemUser', number);
const encoder = (number: number) => fixtureId('encoder', number);
const grant = (number: number) => fixtureId('accessGrant', number);
const method = (number: number) => fixtureId('accessMethod', number);

/** The ids of people, places and grants of the fixture `hotel`, by what is special about them. */
export const hotelAccess = {
	userIdentities: {
		guest101: identity(101),
		guest102: identity(102),
		/** Without a grant; a user of the access system and member of the group `staff`. */
		nightDesk: identity(1),
	},
	spaces: {
		/** The lock of Room 101 and the lobby. Key `room-101`. */
		room101: space(101),
		/** The lock of Room 102 and the lobby. Key `room-102`. */
		room102: space(102),
		/** Front Door and Room 103, no entrance. */
		suite: space(103),
		/** The offline garage lock alone. */
		parking: space(304),
		/** Nothing yet. */
		emptyWing: space(900),
	},
	/** Writes cards with an encoder; has the groups. */
	accessSystem: system(1),
	/** Takes existing cards by their number. */
	assignmentSystem: system(2),
	entrances: { lobby: entrance(1), elevator: entrance(2), /** Of the assignment system. */ gym: entrance(3) },
	accessGroups: {
		/** Lobby and elevator, since the start and without end. Night Desk and Cleaning are in it. */
		staff: group(1),
		/** With a schedule that ends. */
		conference: group(2),
		/** Carries `failed_to_create_on_acs_system`. */
		failed: group(3),
	},
	accessSystemUsers: { nightDesk: user(1), cleaning: user(2) },
	encoder: encoder(1),
	/** Removed from its system: encoding fails. */
	removedEncoder: encoder(2),
	/** A card that the assignment system knows and nobody has; any other number is unknown to it. */
	spareCardNumber: '900001',
	accessGrants: {
		/** Key `stay-101`, reservation `reservation-101`: a PIN and a mobile key for the lobby, both issued. */
		stay101: grant(101),
		/** Cards for elevator and gym, neither issued: one to encode, one to assign. */
		stay102: grant(102),
		/** A PIN on the lock of Room 104 (the managed code `hotel.managedCodes.room104`), and a cloud key for the lobby. */
		stay104: grant(104),
	},
	accessMethods: {
		code101: method(1011),
		mobileKey101: method(1012),
		cardToEncode: method(1021),
		cardToAssign: method(1022),
		code104: method(1041),
		cloudKey104: method(1042),
	},
};
