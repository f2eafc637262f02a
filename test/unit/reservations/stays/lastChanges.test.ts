import type { IDataObject, INode } from 'n8n-workflow';
import { readLastChanges } from '../../../../nodes/DeviceAccess/reservations/stays/lastChanges';
import type { Stay } from '../../../../nodes/DeviceAccess/reservations/stays/stay';

const NOW_MS = Date.parse('2030-06-15T12:00:00Z');
const MINUTE_MS = 60_000;
const stay = (changedAtMs: number, changes: Partial<Stay> = {}): Stay => ({
	prefix: 'reservation:',
	reservationKey: '4711',
	status: 'confirmed',
	changedAtMs,
	...changes,
});
const CANCELED = { status: 'cancelled' as const };

let nodes = 0;
function nodeThatSaved(): (
	saved?: IDataObject,
	isCall?: boolean,
	id?: string,
) => {
	data: IDataObject;
	changes: ReturnType<typeof readLastChanges>;
} {
	const account = `account-${nodes++}`;
	return (saved = {}, isCall = true, id = account) => {
		const node = { id } as INode;
		const data = structuredClone(saved);
		const context = {
			getWorkflowStaticData: () => data,
			getWorkflow: () => ({ id: 'workflow', active: true }),
			getNode: () => node,
		};
		const listReadAtMs = isCall ? undefined : NOW_MS;
		return { data, changes: readLastChanges({ context, account, listReadAtMs }) };
	};
}

beforeEach(() => void jest.useFakeTimers({ now: NOW_MS }));
afterEach(() => void jest.useRealTimers());

it.each<[string, Stay, Stay, boolean]>([
	['an older change', stay(2_000), stay(1_000), true],
	['a later change', stay(1_000), stay(2_000), false],
	['a change of the same time', stay(1_000), stay(1_000), false],
	['a booking of the same time as its cancellation', stay(1_000, CANCELED), stay(1_000), true],
	['a cancellation of the same time as its booking', stay(1_000), stay(1_000, CANCELED), false],
	[
		'a change after one whose clock was up to 20 minutes ahead',
		stay(NOW_MS + 12 * MINUTE_MS),
		stay(NOW_MS + MINUTE_MS),
		true,
	],
	[
		"a change before a cancellation, both ten minutes ahead of n8n's clock",
		stay(NOW_MS + 11 * MINUTE_MS, CANCELED),
		stay(NOW_MS + 10 * MINUTE_MS),
		true,
	],
	[
		'a change after one whose clock was a year ahead, which counts as made now',
		stay(NOW_MS + 525_600 * MINUTE_MS),
		stay(NOW_MS + MINUTE_MS),
		false,
	],
])('tells if a change is outdated: %s', (_what, applied, arrived, expected) => {
	const { changes } = nodeThatSaved()();
	changes.note(applied);
	expect(changes.isOutdated(arrived)).toBe(expected);
});

describe('when two executions overlap, n8n keeps the static data of the one that is saved last', () => {
	const namesIn = ({ lastChanges }: IDataObject) =>
		Object.keys((lastChanges as IDataObject).byReservation as IDataObject);
	const BOTH = ['reservation:4711', 'reservation:4712'];

	it.each([
		['before the first change', true],
		['between the changes', false],
	])('nothing is lost, whichever that is: one begins %s', (_when, isEarly) => {
		const execute = nodeThatSaved();
		const first = execute();
		const early = isEarly ? execute() : undefined;
		first.changes.note(stay(2_000));
		const second = early ?? execute();
		second.changes.note(stay(2_000, { reservationKey: '4712' }));
		expect(namesIn(first.data)).toEqual(BOTH);
		expect(namesIn(second.data)).toEqual(BOTH);
		expect(second.changes.isOutdated(stay(1_000))).toBe(true);
	});

	it('an execution whose data was read before the cancellation does not forget it', () => {
		const execute = nodeThatSaved();
		execute().changes.note(stay(2_000, CANCELED));
		const saved = execute();
		saved.changes.note(stay(2_000, { reservationKey: '4712' }));
		expect(execute(saved.data).changes.isOutdated(stay(1_000))).toBe(true);
	});
});

it('a list knows which stays a call was about since it was read', () => {
	const execute = nodeThatSaved();
	const list = execute({}, false).changes;
	// Calls can come to another node.
	execute({}, true, 'calls').changes.noteApplied(stay(1_000), NOW_MS);
	expect([NOW_MS - 1, NOW_MS].map((atMs) => list.wasAppliedSince(stay(1_000), atMs))).toEqual([
		true,
		false,
	]);
	const other = stay(1_000, { reservationKey: '4712' });
	expect(list.wasAppliedSince(other, NOW_MS - 1)).toBe(false);
});

it.each([
	['when it was read, not when it was carried out', NOW_MS + MINUTE_MS, NOW_MS],
	['as now if its clock is ahead', NOW_MS - MINUTE_MS, NOW_MS - MINUTE_MS],
])('of two lists, the one that was read later counts: %s', (_when, beganAtMs, notedMs) => {
	const list = nodeThatSaved()({}, false).changes;
	list.noteApplied(stay(1_000), beganAtMs);
	const isLater = (atMs: number) => list.wasAppliedSince(stay(1_000), atMs);
	expect([notedMs - 1, notedMs].map(isLater)).toEqual([true, false]);
});

it('a list that ends a stay by mistake makes the booking as it was not outdated, unlike a call', () => {
	const execute = nodeThatSaved();
	const { changes } = execute({}, false);
	changes.note(stay(1_000, CANCELED));
	expect(changes.isOutdated(stay(1_000))).toBe(false);
	execute().changes.note(stay(1_000, CANCELED));
	changes.note(stay(1_000, CANCELED));
	expect(changes.isOutdated(stay(1_000))).toBe(true);
});

it('stays below a megabyte, however many bookings change, and forgets the oldest', () => {
	const node = nodeThatSaved();
	const { data, changes } = node();
	const count = 30_000;
	for (let index = 0; index < count; index++)
		changes.note(stay(NOW_MS - count + index, { reservationKey: `booking-${index}` }));
	const again = node(structuredClone(data)).changes;
	const isKnown = (index: number) =>
		again.isOutdated(stay(1_000, { reservationKey: `booking-${index}` }));
	expect(JSON.stringify(data).length).toBeLessThan(1_000_000);
	expect([isKnown(0), isKnown(count - 9_000), isKnown(count - 1)]).toEqual([false, true, true]);
});

it('reads what was saved before n8n was restarted', () => {
	const lastChanges = { version: 1, byReservation: { 'reservation:4711': 2_000 } };
	const { changes } = nodeThatSaved()({ lastChanges });
	expect(changes.isOutdated(stay(1_000))).toBe(true);
});

it.each<[string, IDataObject]>([
	['of a later version', { version: 2, byReservation: { 'reservation:4711': 9_000 } }],
	['of a time to come', { version: 1, byReservation: { 'reservation:4711': NOW_MS * 2 } }],
	['that is damaged', { version: 1, byReservation: { 'reservation:4711': 'yesterday' } }],
])('a stored change %s stops nothing, and the next one is kept', (_what, lastChanges) => {
	const { data, changes } = nodeThatSaved()({ lastChanges });
	expect(changes.isOutdated(stay(1_000))).toBe(false);
	changes.note(stay(2_000));
	expect([changes.isOutdated(stay(1_000)), data]).toMatchObject([
		true,
		{ lastChanges: { version: 1 } },
	]);
});
