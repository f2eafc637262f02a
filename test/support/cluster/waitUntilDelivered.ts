import { waitFor } from '../../../host/process/waitFor';
import type { SandboxPart } from '../../../host/cluster/sandboxPart';

interface DeliveryAttempt {
	readonly message_id: string;
	readonly event_id: string;
	readonly status: number | null;
	readonly next_attempt_at: string | null;
}

/** Waits until the service has delivered every event or given up on it. @returns the IDs of the events that it gave up on */
export async function waitUntilDelivered(
	sandbox: SandboxPart,
	eventIds: readonly string[],
	webhooks: number,
	timeLimitMs: number,
): Promise<string[]> {
	return await waitFor(
		'the last try of the service',
		async () => {
			const { deliveries } = await sandbox.control<{ deliveries: DeliveryAttempt[] }>('deliveries');
			const wanted = new Set(eventIds);
			const lastByMessage = new Map(
				deliveries
					.filter(({ event_id: eventId }) => wanted.has(eventId))
					.map((attempt) => [attempt.message_id, attempt]),
			);
			const last = [...lastByMessage.values()];
			const isOver =
				last.length === eventIds.length * webhooks &&
				last.every(({ next_attempt_at: nextAttemptAt }) => nextAttemptAt === null);
			return isOver
				? last.filter(({ status }) => status !== 200).map(({ event_id: eventId }) => eventId)
				: undefined;
		},
		timeLimitMs,
	);
}
