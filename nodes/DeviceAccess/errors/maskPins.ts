import type { WireObject } from '../wire/records';

/** What stands in the place of a hidden value; its length says nothing about the value's. */
export const HIDDEN = '****';

/** Keys whose values open a door: PINs, and the session token and link of a mobile key (specification, Resources). */
const SECRET_KEYS = new Set(['code', 'original_code', 'new_code', 'client_session_token', 'instant_key_url', 'secret']);
const TEXT_KEYS = new Set(['message', 'description', 'event_description', 'display_status', 'error_message', 'reason']);

const isSecret = (key: string, value: unknown): value is string | number =>
	SECRET_KEYS.has(key) && ((typeof value === 'string' && value !== '') || typeof value === 'number');

/**
 * A copy of the record with every PIN and token replaced by asterisks, also inside nested records, in `from` and `to`
 * of a changed code, and where a message of the same record repeats the PIN. Null and absent stay as they are.
 */
export function maskPins(record: WireObject): WireObject {
	const pins = new Set<string>();
	collectPins(record, pins);
	return maskObject(record, pins);
}

function collectPins(value: unknown, pins: Set<string>): void {
	if (Array.isArray(value)) return value.forEach((entry) => collectPins(entry, pins));
	if (typeof value !== 'object' || value === null) return;
	const entries = Object.entries(value);
	for (const [key, entry] of entries) {
		if (isSecret(key, entry) || isChangedCode(value as WireObject, key, entry)) pins.add(String(entry));
		else collectPins(entry, pins);
	}
}

/** `{ property: 'code', from, to }` of an event and `{ field: 'code', from, to }` of an issue (facts 5 and 6). */
function isChangedCode(record: WireObject, key: string, value: unknown): boolean {
	if (key !== 'from' && key !== 'to') return false;
	return (record.property === 'code' || record.field === 'code') && ['string', 'number'].includes(typeof value);
}

function maskObject(record: WireObject, pins: Set<string>): WireObject {
	const mask = (key: string, value: unknown) => (isSecret(key, value) || isChangedCode(record, key, value) ? HIDDEN : maskValue(key, value, pins));
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, mask(key, value)]));
}

function maskValue(key: string, value: unknown, pins: Set<string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => maskValue(key, entry, pins));
	if (typeof value === 'object' && value !== null) return maskObject(value as WireObject, pins);
	if (typeof value === 'string' && TEXT_KEYS.has(key)) return hideSecretsInText(value, [...pins]);
	return value;
}

/** The longest first: a PIN may begin with a shorter one. */
function hideAll(text: string, secrets: readonly string[]): string {
	let hidden = text;
	for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
		if (secret.length >= 3) hidden = hidden.split(secret).join(HIDDEN);
	}
	return hidden;
}

const UUID_OR_DATE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?/gi;
const PIN_LIKE = /(?<![\w-])\d{4,12}(?![\w-])/g;

/**
 * A text of the service made fit for an error or a log: the given secrets, bearer keys and anything that looks like a
 * PIN (4 to 12 digits that stand alone) are hidden; ids and dates stay.
 */
export function hideSecretsInText(text: string, secrets: string[] = []): string {
	const withoutSecrets = hideAll(text, secrets).replace(/Bearer\s+\S+/gi, `Bearer ${HIDDEN}`);
	let result = '';
	let end = 0;
	for (const kept of withoutSecrets.matchAll(UUID_OR_DATE)) {
		result += withoutSecrets.slice(end, kept.index).replace(PIN_LIKE, HIDDEN) + kept[0];
		end = kept.index + kept[0].length;
	}
	return result + withoutSecrets.slice(end).replace(PIN_LIKE, HIDDEN);
}
