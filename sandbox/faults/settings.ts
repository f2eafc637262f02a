import { Type } from 'typebox';
import type { Static } from 'typebox';
import Value from 'typebox/value';
import { Source } from '../schemas/source';
import { LONGEST_LAG_MS } from '../state/collection';
import { accessSettingsSchema } from './accessSettings';

const PositiveInteger = Type.Integer({ minimum: 1 });
const milliseconds = (usual: number) => Type.Integer({ minimum: 0, default: usual });

const RateLimit = Type.Object({ maxRequests: PositiveInteger, windowMs: PositiveInteger });

export type RateLimitSettings = Static<typeof RateLimitSettings>;
const RateLimitSettings = Type.Object({
	retryAfter: Type.Enum(['seconds', 'none']),
	/** Limits per device, by path. A path without an entry has no limit. */
	byPath: Type.Record(Type.String(), RateLimit),
});

/**
 * Of the documented limits (docs/service.md#limits-1), only that of deletions, for unmanaged codes (assumed,
 * docs/service.md#limits-2), because tests would wait for the others.
 */
const USUAL_LIMITS: RateLimitSettings = {
	retryAfter: 'seconds',
	byPath: { '/access_codes/unmanaged/delete': { maxRequests: 20, windowMs: 60_000 } },
};

/** How the sandbox behaves where the behavior of the real service is unknown or varies. Can be changed while it runs. */
export type SandboxSettings = Static<typeof SandboxSettings>;
export const SandboxSettings = Type.Object(
	{
		/**
		 * Whether the service answers a conversion with an action attempt or only with `ok`
		 * (docs/service.md#attempts-2).
		 */
		convertAnswer: Type.Enum(['actionAttempt', 'okOnly'], { default: 'actionAttempt' }),
		/** The same for deleting an unmanaged access code (docs/service.md#attempts-3). */
		deleteAnswer: Type.Enum(['actionAttempt', 'okOnly'], { default: 'actionAttempt' }),
		/** How long an action takes, such as a conversion, deletion or reset. */
		attemptDurationMs: milliseconds(2_000),
		/** Extra time for every answer. Real time, not time of the sandbox's clock. */
		answerTimeMs: milliseconds(0),
		/** False: `/webhooks/*` answers like an unknown path. */
		webhooksOffered: Type.Boolean({ default: true }),
		/**
		 * Whether webhooks/get and /list repeat the secret. It is certain only that webhooks/create
		 * returns it (docs/service.md#events-8).
		 */
		webhookSecretRepeated: Type.Boolean({ default: false }),
		/** How long a receiver may take to answer a delivery. Real time. */
		deliveryTimeoutMs: milliseconds(15_000),
		/**
		 * The delay before each retry of a delivery, on the sandbox's clock. Undefined: the
		 * service's delays (docs/service.md#events-9).
		 */
		deliveryRetryDelaysMs: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
		/** Order of /events/list (docs/service.md#events-2). */
		eventOrder: Type.Enum(['newestFirst', 'oldestFirst'], { default: 'newestFirst' }),
		rateLimits: Type.Object(RateLimitSettings.properties, { default: USUAL_LIMITS }),
		/**
		 * Lists of grants and people come from a copy that is this old, at most an hour: what was created, changed or deleted
		 * since then does not show. Lists that name IDs, and all other requests, are current.
		 */
		listLagMs: Type.Integer({ minimum: 0, maximum: LONGEST_LAG_MS, default: 0 }),
		/** Whether a later page repeats the last record of the page before, or skips one, as in lists that change while they are read. */
		pageBoundary: Type.Enum(['exact', 'repeatsOne', 'skipsOne'], { default: 'exact' }),
		/** The most records of a page, whatever `limit` says. Unset: no limit. */
		maxPageSize: Type.Optional(PositiveInteger),
		...accessSettingsSchema,
		/**
		 * Whether creating, updating and deleting a managed code answers with an action attempt;
		 * the vendor's samples show none (docs/service.md#attempts-8).
		 */
		accessCodeAnswer: Type.Enum(['actionAttempt', 'okOnly'], { default: 'actionAttempt' }),
		/**
		 * Whether pulling a backup code answers with both codes or only with the backup, and under
		 * which member (docs/service.md#codes-11).
		 */
		pulledBackupAnswer: Type.Enum(['both', 'backupOnly', 'accessCodeOnly'], { default: 'both' }),
		/**
		 * Which of the vendor's sources to follow where they contradict each other (the
		 * rows of docs/service.md that name `source`).
		 */
		source: Type.Enum(Source.enum, { default: 'openapi' }),
	},
	{ additionalProperties: false },
);

/** The defaults with the caller's changes. */
export const createSettings = (changes: Partial<SandboxSettings> = {}): SandboxSettings => ({
	...Value.Create(SandboxSettings),
	...changes,
});
