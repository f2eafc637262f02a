import { REMEMBERED_HOURS } from './seenEvents';

/**
 * Events that this process has in hand or has just handled. n8n gives every delivery the static data as it was when
 * the delivery came in, and stores the whole of it afterwards: of deliveries at the same time only the last one's
 * marks would stay. What is claimed here bridges that moment; static data outlives a restart.
 */
const claimsByTrigger = new Map<string, Map<string, Claim>>();

interface Claim {
	claimedAtMs: number;
	isHandled: boolean;
	/** What n8n has answered the sender so far, once the event was handed to it. */
	readAnswer?: () => HandOver;
}

/** Whether n8n took the event over, refused it, or has not answered yet. */
export type HandOver = 'accepted' | 'refused' | 'open';

/** As long as the sender repeats a delivery, for another node's copy of the static data can wipe out what is stored. */
const CLAIM_WINDOW_MS = REMEMBERED_HOURS * 60 * 60 * 1000;
const MAX_CLAIMS = 20_000;

/** An event that n8n has neither accepted nor refused for so long, with its queue or database away, is given out again. */
const IN_HAND_LIMIT_MS = 15 * 60 * 1000;

/** Marks of this age and younger are stored again with every event: a delivery at the same time may have dropped them. */
const STORED_AGAIN_MS = 10 * 60 * 1000;

/**
 * 'claimed' when nobody has had the event; otherwise whether it is still in hand, so that it may yet fail, or handled.
 * Synchronous, so that two deliveries cannot both get it.
 */
export function claimEvent(triggerKey: string, mark: string, nowMs: number): 'claimed' | 'inHand' | 'handled' {
	const claims = claimsByTrigger.get(triggerKey) ?? new Map<string, Claim>();
	claimsByTrigger.set(triggerKey, claims);
	dropOld(claims, nowMs);
	const earlier = claims.get(mark);
	const answer = earlier && settle(earlier);
	if (earlier?.isHandled) return 'handled';
	if (earlier && answer !== 'refused' && earlier.claimedAtMs > nowMs - IN_HAND_LIMIT_MS) return 'inHand';
	// Removed first, for it must stand behind the younger ones.
	claims.delete(mark);
	claims.set(mark, { claimedAtMs: nowMs, isHandled: false });
	return 'claimed';
}

/** Gives an event back whose handling failed, so that the sender's next try is not taken for a repetition. */
export function releaseEvent(triggerKey: string, mark: string): void {
	claimsByTrigger.get(triggerKey)?.delete(mark);
}

/**
 * Notes that n8n has the event in hand now; `readAnswer` tells how far it is. It is asked and not waited for: a sender
 * that has gone away hears no answer, and no end of it is reported.
 */
export function handOver(triggerKey: string, mark: string, readAnswer: () => HandOver): void {
	const claim = claimsByTrigger.get(triggerKey)?.get(mark);
	if (claim) claim.readAnswer = readAnswer;
}

/** The marks of all events handed over of late, to be stored together. */
export function handledOfLate(triggerKey: string, nowMs: number): string[] {
	const claims = claimsByTrigger.get(triggerKey) ?? new Map<string, Claim>();
	// The older ones, too: after a burst nobody else asks for their answers, and each holds its delivery until then.
	for (const [mark, claim] of claims) {
		if (settle(claim) === 'refused') claims.delete(mark);
	}
	return [...claims].filter(([, { claimedAtMs, isHandled }]) => isHandled && claimedAtMs > nowMs - STORED_AGAIN_MS).map(([mark]) => mark);
}

/** Asks n8n, where that is still open. What was accepted stays so, and the sender's connection need not be kept for it. */
function settle(claim: Claim): HandOver | undefined {
	const answer = claim.readAnswer?.();
	if (answer === 'accepted') {
		claim.isHandled = true;
		claim.readAnswer = undefined;
	}
	return answer;
}

/** A map keeps the order of insertion: the oldest claims come first. */
function dropOld(claims: Map<string, Claim>, nowMs: number): void {
	for (const [mark, { claimedAtMs }] of claims) {
		if (claims.size <= MAX_CLAIMS && claimedAtMs > nowMs - CLAIM_WINDOW_MS) return;
		claims.delete(mark);
	}
}
