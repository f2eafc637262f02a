import { claimEvent, finishEvent, releaseEvent } from '../../../nodes/DeviceAccess/trigger/claimedEvents';

const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** The claims live as long as the process, so every test has a trigger of its own. */
let triggerNumber = 0;
let trigger = '';
beforeEach(() => {
	trigger = `https://n8n.example/webhook/${++triggerNumber}`;
});

describe('claimedEvents', () => {
	it('gives an event to the first who asks, and to nobody else', () => {
		expect([claimEvent(trigger, 'a', NOW_MS), claimEvent(trigger, 'a', NOW_MS)]).toEqual([true, false]);
	});

	it('keeps the triggers apart', () => {
		claimEvent(trigger, 'a', NOW_MS);
		expect(claimEvent(`${trigger}/other`, 'a', NOW_MS)).toBe(true);
	});

	it('gives an event again whose handling failed', () => {
		claimEvent(trigger, 'a', NOW_MS);
		releaseEvent(trigger, 'a');
		expect(claimEvent(trigger, 'a', NOW_MS)).toBe(true);
	});

	it('names the events that were handed over, not those still in hand', () => {
		for (const mark of ['a', 'b', 'c']) claimEvent(trigger, mark, NOW_MS);
		finishEvent(trigger, 'a');
		expect(finishEvent(trigger, 'c')).toEqual(['a', 'c']);
	});

	it('forgets after ten minutes', () => {
		claimEvent(trigger, 'a', NOW_MS);
		expect(claimEvent(trigger, 'a', NOW_MS + 9 * MINUTE_MS)).toBe(false);
		expect(claimEvent(trigger, 'a', NOW_MS + 10 * MINUTE_MS)).toBe(true);
	});

	it('holds at most some thousand events, the newest of them', () => {
		for (let index = 0; index <= 6_000; index++) claimEvent(trigger, `mark-${index}`, NOW_MS);
		expect([claimEvent(trigger, 'mark-0', NOW_MS), claimEvent(trigger, 'mark-5999', NOW_MS)]).toEqual([true, false]);
	});
});
