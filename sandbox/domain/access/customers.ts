import { PEOPLE, PLACES, STAYS } from '../../schemas/customer';
import type { CustomerData } from '../../schemas/space';
import { customerRecordId, type SpaceData } from '../../state/accessState';
import { isBeingDeleted } from '../issues';
import type { Here } from '../service';
import { ServiceError } from '../serviceError';
import { createGrant, deleteGrant } from './grants';
import { createSpace, deleteSpace, updateSpace } from './spaces';
import { updateGrant } from './updateGrant';
import { createUserIdentity, deleteUserIdentity, updateUserIdentity } from './userIdentities';

type WireRecord = Record<string, unknown>;

export type PushedRecords = Readonly<Record<string, unknown>>;

/**
 * Creates or updates a customer's records (docs/service.md#customers-1): first the places, then the
 * people and, after a while, the stays. Skips, without an error, a person or stay that it cannot create or update.
 */
export function pushCustomerData(here: Here, customerKey: string, pushed: PushedRecords): void {
	const remember = (key_name: string, key: string, madeId: string | undefined) => {
		if (madeId === undefined) return;
		const record = { customer_key: customerKey, key_name, key, made_id: madeId };
		here.access.customerRecords.remove(customerRecordId(record));
		here.access.customerRecords.add(record);
	};
	for (const { keyName, key, record } of recordsIn(pushed, PLACES))
		remember(keyName, key, pushPlace(here, customerKey, key, record).space_id);
	for (const { keyName, key, record } of recordsIn(pushed, PEOPLE))
		remember(
			keyName,
			key,
			unlessRefused(() => pushPerson(here, key, record)),
		);
	for (const { keyName, key, record } of recordsIn(pushed, STAYS)) {
		here.scheduler.afterAction(here, `push ${keyName} ${key}`, () =>
			remember(
				keyName,
				key,
				unlessRefused(() => pushStay(here, key, record)),
			),
		);
	}
}

/**
 * Deletes what was created from all records of the given customers, or from records with the given keys. Assumes that the
 * service ignores unknown keys.
 */
export function deleteCustomerData(
	here: Here,
	keys: Readonly<Record<string, string[] | undefined>>,
): void {
	const { access } = here;
	for (const record of access.customerRecords.records) {
		if (
			!keys.customer_keys?.includes(record.customer_key) &&
			!keys[`${record.key_name}s`]?.includes(record.key)
		)
			continue;
		access.customerRecords.remove(customerRecordId(record));
		const [grant, person, space] = [
			access.accessGrants.get(record.made_id),
			access.userIdentities.get(record.made_id),
			access.spaces.get(record.made_id),
		];
		if (grant) deleteGrant(here, grant);
		if (person) deleteUserIdentity(here, person);
		if (space) deleteSpace(here, space);
	}
}

export function isOfCustomer({ access }: Here, madeId: string, customerKey: string): boolean {
	return access.customerRecords.records.some(
		(record) => record.made_id === madeId && record.customer_key === customerKey,
	);
}

function recordsIn(
	pushed: PushedRecords,
	kinds: Readonly<Record<string, string>>,
): Array<{ keyName: string; key: string; record: WireRecord }> {
	return Object.entries(kinds).flatMap(([kind, keyName]) =>
		((pushed[kind] ?? []) as WireRecord[]).map((record) => ({
			keyName,
			key: String(record[keyName]),
			record,
		})),
	);
}

/**
 * Creates or updates only the place itself. Other calls add its devices
 * (docs/service.md#customers-3).
 */
function pushPlace(here: Here, customerKey: string, key: string, record: WireRecord): SpaceData {
	const { spaces } = here.access;
	const name = String(record.name);
	const data = record.customer_data as CustomerData | undefined;
	const known = spaces.records.find(({ space_key }) => space_key === key);
	if (!known) {
		const places = { device_ids: [], acs_entrance_ids: [], connected_account_ids: [] };
		return createSpace(here, {
			name,
			space_key: key,
			customer_key: customerKey,
			...(data ? { customer_data: data } : {}),
			...places,
		});
	}
	updateSpace(here, known, { name, customer_data: data });
	return (
		spaces.update(known.space_id, { customer_key: known.customer_key ?? customerKey }) ?? known
	);
}

/** Creates or updates a person, and returns its ID. Throws like `createUserIdentity`. */
function pushPerson(here: Here, key: string, record: WireRecord): string {
	const { name, email_address, phone_number } = record as {
		name?: string;
		email_address?: string;
		phone_number?: string;
	};
	const fields = { user_identity_key: key, full_name: name || null, email_address, phone_number };
	const known = here.access.userIdentities.records.find(
		({ user_identity_key }) => user_identity_key === key,
	);
	if (!known) return createUserIdentity(here, fields).user_identity_id;
	updateUserIdentity(here, known.user_identity_id, fields);
	return known.user_identity_id;
}

/** Undefined if the service refuses the person or stay. */
function unlessRefused(push: () => string | undefined): string | undefined {
	try {
		return push();
	} catch (error) {
		if (error instanceof ServiceError) return undefined;
		throw error;
	}
}

/**
 * Creates or updates the grant for a stay, and returns its ID. Assumes that the grant has the key of the stay. Undefined
 * for a new stay without a start, for an unknown person, or if none of its places opens anything.
 */
function pushStay(here: Here, key: string, record: WireRecord): string | undefined {
	const { access } = here;
	const {
		name,
		starts_at,
		ends_at,
		preferred_code: code = '',
	} = record as Partial<Record<'name' | 'starts_at' | 'ends_at' | 'preferred_code', string>>;
	const known = access.accessGrants.records.find(
		(grant) => grant.access_grant_key === key && !isBeingDeleted(grant),
	);
	if (known) {
		updateGrant(here, known, {
			name: name ?? known.name,
			starts_at: starts_at ?? known.starts_at,
			ends_at: ends_at ?? known.ends_at,
		});
		return known.access_grant_id;
	}
	const personKeys = Object.values(PEOPLE).map((keyName) => record[keyName]);
	const person = access.userIdentities.records.find(
		(one) => one.user_identity_key !== null && personKeys.includes(one.user_identity_key),
	);
	const placeKeys = Object.values(PLACES).flatMap(
		(keyName) => (record[`${keyName}s`] ?? []) as string[],
	);
	const spaces = access.spaces.records.filter(
		(space) =>
			placeKeys.includes(space.space_key ?? '') &&
			space.device_ids.length + space.acs_entrance_ids.length > 0,
	);
	if (!person || spaces.length === 0 || starts_at === undefined) return undefined;
	const places = {
		device_ids: [],
		acs_entrance_ids: [],
		space_ids: spaces.map(({ space_id }) => space_id),
	};
	const draft = {
		user_identity_id: person.user_identity_id,
		name,
		access_grant_key: key,
		starts_at,
		ends_at: ends_at ?? null,
		...places,
	};
	// The service uses the preferred PIN where it can.
	return createGrant(here, draft, [{ mode: 'code', ...(/^\d{4,9}$/.test(code) ? { code } : {}) }])
		.access_grant_id;
}
