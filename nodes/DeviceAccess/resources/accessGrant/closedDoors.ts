import { nameOfDevice } from '../../reservations/grants/pins';
import type { SendRequest } from '../../transport/request';
import { isWireObject, type WireObject, wireObjectsIn } from '../../wire/records';

const NAMES_OF_MODES: Readonly<Record<string, string>> = {
	card: 'card',
	cloud_key: 'cloud key',
	code: 'PIN',
	mobile_key: 'mobile key',
};
const nameOfMode = (mode: unknown) => NAMES_OF_MODES[String(mode)] ?? String(mode);

/**
 * Says which doors of the grant a card or key does not open, because they do not support it. Empty
 * if it opens all of them, or if the doors cannot be read.
 */
export async function doorsThatStayClosed(
	send: SendRequest,
	{ access_grant_id: grantId }: WireObject,
	methods: readonly WireObject[],
): Promise<string> {
	const keys = methods.filter(({ mode }) => typeof mode === 'string' && mode !== 'code');
	if (keys.length === 0) return '';
	try {
		const doors = await namesOf(send, '/access_grants', { access_grant_ids: [grantId] });
		const sentences = await Promise.all(
			[...new Set(keys.map(({ mode }) => mode))].map(async (mode) => {
				const ids = keys.filter((key) => key.mode === mode).map((key) => key.access_method_id);
				const opened = await namesOf(send, '/access_methods', { access_method_ids: ids });
				const closed = doors.filter((door) => !opened.includes(door));
				return closed.length > 0
					? [`the ${nameOfMode(mode)} does not open ${closed.join(', ')}`]
					: [];
			}),
		);
		return sentences.flat().join('; ');
	} catch {
		return '';
	}
}

/** Names the access methods of a grant that do not exist, and the places for which they were wanted. */
export async function methodsThatDoNotFit(
	send: SendRequest,
	{ access_grant_id: grantId, requested_access_methods: requests }: WireObject,
	methods: readonly WireObject[],
): Promise<string[]> {
	const missing = wireObjectsIn(requests)
		.map(({ mode }) => mode)
		.filter((wanted) => !methods.some(({ mode }) => mode === wanted));
	if (missing.length === 0) return [];
	const places = await namesOf(
		send,
		'/access_grants',
		{ access_grant_ids: [grantId] },
		'spaces',
	).catch(() => []);
	const where = places.length > 0 ? places.join(', ') : 'these places';
	return [...new Set(missing)].map((mode) => `No ${nameOfMode(mode)} fits ${where}`);
}

/** The names of the related devices and entrances, and of the kinds in `more`. */
async function namesOf(
	send: SendRequest,
	resource: '/access_grants' | '/access_methods',
	ids: WireObject,
	...more: string[]
): Promise<string[]> {
	const kinds = ['acs_entrances', 'devices', ...more];
	const answer = await send({
		endpoint: `${resource}/get_related`,
		body: { ...ids, include: kinds },
		effect: 'read',
		maxRetries: 0,
	});
	const { batch } = answer.body;
	const records = kinds.flatMap((kind) => (isWireObject(batch) ? wireObjectsIn(batch[kind]) : []));
	return [...new Set(records.map((record) => nameOfDevice(record)))];
}
