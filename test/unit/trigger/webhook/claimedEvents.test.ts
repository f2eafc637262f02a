import { claimEvent, handledOfLate, handOver, type HandOver, releaseEvent } from '../../../../nodes/DeviceAccess/trigger/webhook/claimedEvents';

const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** The claims live as long as the process, so every test has a trigger of its own. */
let triggerNumber = 0;
let trigger = '';
beforeEach(() => {
	trigger = `https://n8n.example/webhook/${++triggerNumber}`;
});

const accept = (mark: string) => handOver(trigger, mark, () => 'accepted');

describe('claimedEvents', () => {
	it('gives an event to the first who asks, and to nobody else', () => {
		expect([claimEvent(trigger, 'a', NOW_MS), claimEvent(trigger, 'a', NOW_MS)]).toEqual(['claimed', 'inHand']);
		accept('a');
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe('handled');
	});

	it('gives an event again when n8n has refused it, and not before', () => {
		let answer: HandOver = 'open';
		claimEvent(trigger, 'a', NOW_MS);
		handOver(trigger, 'a', () => answer);
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe('inHand');
		answer = 'refused';
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe('claimed');
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe('inHand');
	});

	it('gives an event again that n8n has neither accepted nor refused for fifteen minutes', () => {
		claimEvent(trigger, 'a', NOW_MS);
		handOver(trigger, 'a', () => 'open');
		expect(claimEvent(trigger, 'a', NOW_MS + 15 * MINUTE_MS - 1)).toBe('inHand');
		expect(claimEvent(trigger, 'a', NOW_MS + 15 * MINUTE_MS)).toBe('claimed');
		expect(claimEvent(trigger, 'a', NOW_MS + 15 * MINUTE_MS + 1)).toBe('inHand');
	});

	it('keeps the triggers apart', () => {
		claimEvent(trigger, 'a', NOW_MS);
		expect(claimEvent(`${trigger}/other`, 'a', NOW_MS)).toBe('claimed');
	});

	it('gives an event again whose handling failed', () => {
		claimEvent(trigger, 'a', NOW_MS);
		releaseEvent(trigger, 'a');
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe('claimed');
	});

	it('names the events that were handed over, not those still in hand', () => {
		for (const mark of ['a', 'b', 'c']) claimEvent(trigger, mark, NOW_MS);
		for (const mark of ['a', 'c']) accept(mark);
		expect(handledOfLate(trigger, NOW_MS)).toEqual(['a', 'c']);
	});

	it('names them for ten minutes, until they are surely stored', () => {
		claimEvent(trigger, 'a', NOW_MS);
		accept('a');
		claimEvent(trigger, 'b', NOW_MS + 10 * MINUTE_MS);
		accept('b');
		expect(handledOfLate(trigger, NOW_MS + 10 * MINUTE_MS)).toEqual(['b']);
	});

	it('lets go of the connection of the sender once n8n has answered it, however long that took', () => {
		const answers: Record<string, HandOver> = { a: 'open', b: 'open', c: 'open' };
		const asked: string[] = [];
		for (const mark of Object.keys(answers)) {
			claimEvent(trigger, mark, NOW_MS);
			handOver(trigger, mark, () => {
				asked.push(mark);
				return answers[mark] ?? 'open';
			});
		}
		Object.assign(answers, { a: 'accepted', b: 'refused' });
		expect(handledOfLate(trigger, NOW_MS + 11 * MINUTE_MS)).toEqual([]);
		expect(asked).toEqual(['a', 'b', 'c']);

		expect(handledOfLate(trigger, NOW_MS + 11 * MINUTE_MS)).toEqual([]);
		expect(asked).toEqual(['a', 'b', 'c', 'c']);
		expect(claimEvent(trigger, 'a', NOW_MS + 11 * MINUTE_MS)).toBe('handled');
		expect(claimEvent(trigger, 'b', NOW_MS + 11 * MINUTE_MS)).toBe('claimed');
	});

	it('outlives the last retry of the sender and forgets after thirty hours', () => {
		claimEvent(trigger, 'a', NOW_MS);
		accept('a');
		expect(claimEvent(trigger, 'a', NOW_MS + 28 * 60 * MINUTE_MS)).toBe('handled');
		expect(claimEvent(trigger, 'a', NOW_MS + 30 * 60 * MINUTE_MS)).toBe('claimed');
	});

	it('holds a bounded number of events, the newest of them', () => {
		for (let index = 0; index <= 21_000; index++) claimEvent(trigger, `mark-${index}`, NOW_MS);
		expect([claimEvent(trigger, 'mark-0', NOW_MS), claimEvent(trigger, 'mark-20999', NOW_MS)]).toEqual(['claimed', 'inHand']);
	});
});
