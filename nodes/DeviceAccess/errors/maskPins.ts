import type { WireObject } from '../wire/records';

/** The same for a value of any length, so that the length stays secret. */
export const HIDDEN = '****';

/** Includes a mobile key's session token and link (docs/service.md#grants-10). */
const SECRET_KEYS = new Set([
	'code',
	'pin',
	'door_code',
	'preferred_code',
	'original_code',
	'new_code',
	'client_session_token',
	'instant_key_url',
	'secret',
]);
/** n8n hides these paths when it shows an execution, and passes them on to the next node. */
export const SENSITIVE_OUTPUT_FIELDS = [
	'pin',
	'pins[*].pin',
	'all_pins',
	'door_code',
	'url',
	...[
		'',
		'access_code.',
		'access_grant.',
		'access_grants[*].',
		'access_methods[*].',
		'access_grant.access_methods[*].',
		'acs_credentials[*].',
		'action_attempt.result.',
		'action_attempt.result.access_code.',
		'action_attempt.result.acs_credential_on_seam.',
		'event.',
		'instant_keys[*].',
		'recovery.',
	].flatMap((record) => [
		...['code', 'instant_key_url', 'client_session_token'].map((name) => record + name),
		...[
			'requested_access_methods[*].code',
			'warnings[*].new_code',
			'warnings[*].original_code',
		].map((name) => record + name),
		...['', 'changed_properties[*].', 'requested_mutations[*].', 'pending_mutations[*].']
			.concat('errors[*].modified_fields[*].', 'warnings[*].modified_fields[*].')
			.flatMap((change) => [`${record}${change}from`, `${record}${change}to`]),
	]),
];

/** Anything like a PIN is hidden in the service's texts, even if the record has no PIN. */
const TEXT_KEYS = new Set([
	'message',
	'description',
	'event_description',
	'display_status',
	'error_message',
	'reason',
	'change_reason',
]);

/** Such as a link to a customer's portal, which needs no login (docs/service.md#customers-2). */
const LINK_WITH_TOKEN = /[?&#]\w*token=/i;

/** A PIN has digits. */
const PROBLEM_CODE = /^[a-z]+(?:_[a-z]+)*$/;

const isSecret = (record: WireObject, key: string, value: unknown): value is string | number =>
	(SECRET_KEYS.has(key) &&
		((typeof value === 'string' && value !== '') || typeof value === 'number') &&
		!isProblemCode(record, key, value)) ||
	(key === 'url' && typeof value === 'string' && LINK_WITH_TOKEN.test(value));

/** Workflows compare the code of a problem of a stay, such as `device_offline`. */
const isProblemCode = (record: WireObject, key: string, value: string | number): boolean =>
	key === 'code' &&
	typeof record.keeps_door_closed === 'boolean' &&
	PROBLEM_CODE.test(String(value));

/**
 * Replaces every PIN and token in nested records, in `from` and `to` of a changed code, and in
 * every text that repeats one, such as the name. IDs and dates stay.
 */
export function maskPins(record: WireObject): WireObject {
	return maskObject(record, patternOf(secretsIn(record)));
}

/** As the option Mask PINs says. */
export const maskPinsIf = <Values extends WireObject>(isMasked: boolean, record: Values): Values =>
	isMasked ? (maskPins(record) as Values) : record;

/** Also for request bodies, because the service's answer may repeat what was sent. */
export function secretsIn(record: WireObject): string[] {
	const pins = new Set<string>();
	collectPins(record, pins);
	return [...pins];
}

function collectPins(value: unknown, pins: Set<string>): void {
	if (typeof value !== 'object' || value === null) return;
	const entries = Object.entries(value);
	for (const [key, entry] of entries) {
		const record = value as WireObject;
		if (isSecret(record, key, entry) || isChangedCode(record, key, entry)) pins.add(String(entry));
		else collectPins(entry, pins);
	}
}

/**
 * As in `{ property: 'code', from, to }` of an event and `{ field: 'code', from, to }` of an issue.
 */
function isChangedCode(record: WireObject, key: string, value: unknown): boolean {
	if (key !== 'from' && key !== 'to') return false;
	return (
		(record.property === 'code' || record.field === 'code') &&
		['string', 'number'].includes(typeof value)
	);
}

function maskObject(record: WireObject, secrets: RegExp | undefined): WireObject {
	const mask = (key: string, value: unknown) =>
		isSecret(record, key, value) || isChangedCode(record, key, value)
			? HIDDEN
			: maskValue(key, value, secrets);
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, mask(key, value)]));
}

function maskValue(key: string, value: unknown, secrets: RegExp | undefined): unknown {
	if (Array.isArray(value)) return value.map((entry) => maskValue(key, entry, secrets));
	if (typeof value === 'object' && value !== null) return maskObject(value as WireObject, secrets);
	if (typeof value !== 'string' || ONLY_UUID_OR_DATE.test(value)) return value;
	const masked = secrets ? value.replace(secrets, HIDDEN) : value;
	return TEXT_KEYS.has(key) ? hideSecretsInText(masked) : masked;
}

/** Too many words contain a shorter secret. */
const LEAST_SECRET_LENGTH = 3;
/** A longer secret is known by its beginning, and hidden to the end of the word. */
const MOST_COMPARED_LENGTH = 64;

/** The longest secret comes first, because one may begin with another. */
function patternOf(secrets: readonly string[]): RegExp | undefined {
	const patterns = secrets
		.filter(({ length }) => length >= LEAST_SECRET_LENGTH)
		.sort((a, b) => b.length - a.length)
		.map((secret) => {
			const beginning = secret.slice(0, MOST_COMPARED_LENGTH);
			const escaped = beginning.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
			return secret.length < MOST_COMPARED_LENGTH ? escaped : `${escaped}\\S*`;
		});
	return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'g');
}

const UUID_OR_DATE =
	/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/;
const ONLY_UUID_OR_DATE = new RegExp(`^(?:${UUID_OR_DATE.source})$`, 'i');
const UUID_OR_DATE_OR_PIN = new RegExp(
	`(${UUID_OR_DATE.source})|(?<![\\w-])\\d{4,}(?![\\w-])`,
	'gi',
);

const WORD = /[^\s"<>]+/g;
const PUNCTUATION = ".,;:!?')]}";

/** Hides what a link could open: the user, the password, and all that follows `?` or `#`. */
function hideInLink(word: string): string {
	const link = word.replace(/\/\/[^/?#]*@/g, `//${HIDDEN}@`);
	// A link without its host is known by the name of a value.
	const at = link.search(link.includes('//') ? /[?#]/ : /[?&#][^=&#?]+=/);
	if (at < 0) return link;
	let end = link.length;
	while (end > at && PUNCTUATION.includes(link.charAt(end - 1))) end--;
	return end > at + 1 ? link.slice(0, at + 1) + HIDDEN + link.slice(end) : link;
}

/**
 * Hides the given secrets, bearer keys, what a link could open, and anything like a PIN (four or
 * more digits on their own). IDs and dates stay.
 */
export function hideSecretsInText(text: string, secrets: readonly string[] = []): string {
	// An ID can contain the digits of a PIN by chance.
	if (ONLY_UUID_OR_DATE.test(text) && !secrets.includes(text)) return text;
	const pattern = patternOf(secrets);
	return (pattern ? text.replace(pattern, HIDDEN) : text)
		.replace(WORD, hideInLink)
		.replace(/Bearer\s+\S+/gi, `Bearer ${HIDDEN}`)
		.replace(UUID_OR_DATE_OR_PIN, (_found, kept?: string) => kept ?? HIDDEN);
}

/** Covers every text, number and key in a value. */
export function hideSecretsIn(value: unknown, secrets: readonly string[]): unknown {
	if (typeof value === 'string' || typeof value === 'number')
		return hideSecretsInText(String(value), secrets);
	if (Array.isArray(value)) return value.map((entry) => hideSecretsIn(entry, secrets));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			hideSecretsInText(key, secrets),
			hideSecretsIn(entry, secrets),
		]),
	);
}
