import type { WireObject } from '../wire/records';

const ORDER = [
	'event_type',
	'occurred_at',
	'trigger_message',
	'event_description',
	'name',
	'word',
	'key',
	'access_code',
	'record',
	'id',
];

function kindOf(key: string, value: unknown): string {
	if (/(^|_)ids?$/.test(key) || key === 'created_at') return 'id';
	if (/(^|_)name$/.test(key)) return 'name';
	if (/(^|_)keys?$/.test(key)) return 'key';
	return typeof value === 'object' && value !== null ? 'record' : 'word';
}

const placeOf = (key: string, value: unknown) =>
	ORDER.indexOf(ORDER.includes(key) ? key : kindOf(key, value));

/** The most important members first. Members of the same kind keep the service's order. */
export function orderMembers(event: WireObject): WireObject {
	const members = Object.entries(event).map(([key, value]) => ({
		key,
		value,
		place: placeOf(key, value),
	}));
	return Object.fromEntries(
		members.sort((a, b) => a.place - b.place).map(({ key, value }) => [key, value]),
	);
}
