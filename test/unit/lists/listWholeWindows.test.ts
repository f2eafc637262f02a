import { wholeWindowLister } from '../../../nodes/DeviceAccess/lists/listWholeWindows';
import { answeringSend } from '../answeringSend';

const START_MS = Date.parse('2030-01-31T10:00:00.000Z');
const window = { afterMs: START_MS - 1 };

/** A service with twelve events. Before it answers its second request, it has one more, at `moreAtMs`. */
function growingService({
	moreAtMs,
	oldestFirst = false,
	mostListed = Infinity,
}: {
	moreAtMs?: number;
	oldestFirst?: boolean;
	mostListed?: number;
}) {
	const eventAt = (atMs: number, id: string) => ({
		event_id: id,
		event_type: 'lock.unlocked',
		created_at: new Date(atMs).toISOString(),
	});
	const events = Array.from({ length: 12 }, (_, index) =>
		eventAt(START_MS + index * 1_000, `e${index}`),
	);
	let requested = 0;
	return answeringSend(({ body }) => {
		if (++requested === 2 && moreAtMs !== undefined) events.push(eventAt(moreAtMs, 'more'));
		const { since, between, limit } = body as {
			since?: string;
			between?: string[];
			limit: number;
		};
		const [after = '', before = '9999'] = between ?? [since];
		const listed = events
			.filter(({ created_at: at }) => at > after && at < before)
			.sort((a, b) => (a.created_at < b.created_at ? -1 : 1) * (oldestFirst ? 1 : -1));
		return { events: listed.slice(0, Math.min(limit, mostListed)), ok: true };
	});
}

/** Whether the list of all events may lack some. */
async function isFull(service: Parameters<typeof growingService>[0]): Promise<boolean> {
	const { send } = growingService(service);
	return (await wholeWindowLister(send, {}, 500)(window)).isFull;
}

const DURING = START_MS + 60_000;
const LATE = START_MS;

it.each([
	['lists the oldest first', { oldestFirst: true, moreAtMs: DURING }],
	['lists the newest first', { moreAtMs: DURING }],
	['shows an old event late', { moreAtMs: LATE }],
	['shows an old event late and lists the oldest first', { oldestFirst: true, moreAtMs: LATE }],
])(
	'takes a list as complete if an event appears after it, and the service %s',
	async (_, service) => {
		expect(await isFull(service)).toBe(false);
	},
);

it.each([
	['the newest', { mostListed: 11 }],
	['the oldest', { mostListed: 11, oldestFirst: true }],
	['the newest, while an event appears', { mostListed: 11, moreAtMs: DURING }],
	['the oldest, while an event appears', { mostListed: 11, oldestFirst: true, moreAtMs: DURING }],
])('notices a list cut to %s', async (_, service) => {
	expect(await isFull(service)).toBe(true);
});
