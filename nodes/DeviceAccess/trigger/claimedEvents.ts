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
}

/** As long as the sender repeats a delivery, for another node's copy of the static data can wipe out what is stored. */
const CLAIM_WINDOW_MS = REMEMBERED_HOURS * 60 * 60 * 1000;
const MAX_CLAIMS = 20_000;

/**
 * The sender waits 15 seconds for its answer (facts 7). What is in hand for much longer was cut off from it: whether the
 * event was handed over, only n8n's static data can tell then.
 */
const IN_HAND_LIMIT_MS = 60_000;

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
	if (earlier?.isHandled) return 'handled';
	if (earlier && earlier.claimedAtMs > nowMs - IN_HAND_LIMIT_MS) return 'inHand';
	// Removed first, for it must stand behind the younger ones.
	claims.delete(mark);
	claims.set(mark, { claimedAtMs: nowMs, isHandled: false });
	return 'claimed';
}

/** Gives an event back whose handling failed, so that the sender's next try is not taken for a repetition. */
export function releaseEvent(triggerKey: string, mark: string): void {
	claimsByTrigger.get(triggerKey)?.delete(mark);
}

/** Notes that the event is handed over. */
export function finishEvent(triggerKey: string, mark: string): void {
	const claim = claimsByTrigger.get(triggerKey)?.get(mark);
	if (claim) claim.isHandled = true;
}

/** The marks of all events handed over of late, to be stored together. */
export function handledOfLate(triggerKey: string, nowMs: number): string[] {
	const isOfLate = ({ isHandled, claimedAtMs }: Claim) => isHandled && claimedAtMs > nowMs - STORED_AGAIN_MS;
	return [...(claimsByTrigger.get(triggerKey) ?? [])].filter(([, entry]) => isOfLate(entry)).map(([mark]) => mark);
}

/** A map keeps the order of insertion: the oldest claims come first. */
function dropOld(claims: Map<string, Claim>, nowMs: number): void {
	for (const [mark, { claimedAtMs }] of claims) {
		if (claims.size <= MAX_CLAIMS && claimedAtMs > nowMs - CLAIM_WINDOW_MS) return;
		claims.delete(mark);
	}
}
