import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Source } from '../schemas/source';
import { LONGEST_LAG_MS } from '../state/collection';
import { accessDefaults, accessSettingsSchema } from './accessSettings';

const PositiveInteger = Type.Integer({ minimum: 1 });
const Milliseconds = Type.Integer({ minimum: 0 });

const RateLimit = Type.Object({ maxRequests: PositiveInteger, windowMs: PositiveInteger });

export type RateLimitSettings = Static<typeof RateLimitSettings>;
const RateLimitSettings = Type.Object({
	retryAfter: Type.Enum(['seconds', 'none']),
	/** Limits per device, by path. A path without an entry has no limit. */
	byPath: Type.Record(Type.String(), RateLimit),
});

/** How the sandbox behaves where the behavior of the real service is unknown or varies. Can be changed while it runs. */
export type SandboxSettings = Static<typeof SandboxSettings>;
export const SandboxSettings = Type.Object(
	{
		/**
		 * Whether the service answers a conversion with an action attempt or only with `ok`
		 * (docs/service.md#attempts-2).
		 */
		convertAnswer: Type.Enum(['actionAttempt', 'okOnly']),
		/** The same for deleting an unmanaged access code (docs/service.md#attempts-3). */
		deleteAnswer: Type.Enum(['actionAttempt', 'okOnly']),
		/** How long an action takes, such as a conversion, deletion or reset. */
		attemptDurationMs: Milliseconds,
		/** Extra time for every answer. Real time, not time of the sandbox's clock. */
		answerTimeMs: Milliseconds,
		/** False: `/webhooks/*` answers like an unknown path. */
		webhooksOffered: Type.Boolean(),
		/**
		 * Whether webhooks/get and /list repeat the secret. It is certain only that webhooks/create
		 * returns it (docs/service.md#events-8).
		 */
		webhookSecretRepeated: Type.Boolean(),
		/** How long a receiver may take to answer a delivery. Real time. */
		deliveryTimeoutMs: Milliseconds,
		/**
		 * The delay before each retry of a delivery, on the sandbox's clock. Undefined: the
		 * service's delays (docs/service.md#events-9).
		 */
		deliveryRetryDelaysMs: Type.Optional(Type.Array(Milliseconds)),
		/** Order of /events/list (docs/service.md#events-2). */
		eventOrder: Type.Enum(['newestFirst', 'oldestFirst']),
		rateLimits: RateLimitSettings,
		/**
		 * Lists of grants and people come from a copy that is this old, at most an hour: what was created, changed or deleted
		 * since then does not show. Lists that name IDs, and all other requests, are current.
		 */
		listLagMs: Type.Integer({ minimum: 0, maximum: LONGEST_LAG_MS }),
		/** Whether a later page repeats the last record of the page before, or skips one, as in lists that change while they are read. */
		pageBoundary: Type.Enum(['exact', 'repeatsOne', 'skipsOne']),
		/** The most records of a page, whatever `limit` says. Unset: no limit. */
		maxPageSize: Type.Optional(PositiveInteger),
		...accessSettingsSchema,
		/**
		 * Whether creating, updating and deleting a managed code answers with an action attempt;
		 * the vendor's samples show none (docs/service.md#attempts-8).
		 */
		accessCodeAnswer: Type.Enum(['actionAttempt', 'okOnly']),
		/**
		 * Whether pulling a backup code answers with both codes or only with the backup, and under
		 * which member (docs/service.md#codes-11).
		 */
		pulledBackupAnswer: Type.Enum(['both', 'backupOnly', 'accessCodeOnly']),
		/**
		 * Which of the vendor's sources to follow where they contradict each other (the
		 * rows of docs/service.md that name `source`).
		 */
		source: Source,
	},
	{ additionalProperties: false },
);

const MINUTE_MS = 60_000;

/**
 * The defaults with the caller's changes. Of the documented limits (docs/service.md#limits-1), only
 * that of deletions holds by default, for unmanaged codes (assumed, docs/service.md#limits-2),
 * because tests would wait for the others.
 */
export function createSettings(changes: Partial<SandboxSettings> = {}): SandboxSettings {
	return {
		convertAnswer: 'actionAttempt',
		deleteAnswer: 'actionAttempt',
		attemptDurationMs: 2_000,
		answerTimeMs: 0,
		webhooksOffered: true,
		webhookSecretRepeated: false,
		deliveryTimeoutMs: 15_000,
		eventOrder: 'newestFirst',
		rateLimits: {
			retryAfter: 'seconds',
			byPath: { '/access_codes/unmanaged/delete': { maxRequests: 20, windowMs: MINUTE_MS } },
		},
		listLagMs: 0,
		pageBoundary: 'exact',
		...accessDefaults,
		accessCodeAnswer: 'actionAttempt',
		pulledBackupAnswer: 'both',
		source: 'openapi',
		...changes,
	};
}
