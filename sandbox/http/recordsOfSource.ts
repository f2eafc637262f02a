import type { Source } from '../schemas/source';
import type { WorkspaceState } from '../state/state';

type WireRecord = Record<string, unknown>;
type Rewrite = (record: WireRecord, workspace: WorkspaceState) => WireRecord;

/** How the records of a source differ from the OpenAPI, by member of the answer. */
const REWRITES: Record<Source, Record<string, Rewrite>> = {
	openapi: {},
	sdk: {
		access_code: withDisplayStatus,
		backup_access_code: withDisplayStatus,
		access_grant: withDisplayStatus,
		access_method: withDisplayStatus,
		device: withPermissionsAsError,
	},
	guide: {
		access_grant: (grant, workspace) =>
			withSessionId(withWarningMap(withEncodingWarning(grant, workspace))),
		access_method: (method) =>
			withSessionId(renamed(method, 'is_assignment_required', 'is_assigning_required')),
		connected_account: inPlural,
	},
};

/** The answer with the records of a source other than the OpenAPI. */
export function withRecordsOf(
	source: Source,
	answer: Record<string, unknown>,
	workspace: WorkspaceState,
): Record<string, unknown> {
	const rewrites = REWRITES[source];
	return Object.fromEntries(
		Object.entries(answer).map(([member, value]) => {
			const rewrite = rewrites[member.replace(/s$/, '')];
			if (!rewrite) return [member, value];
			return [
				member,
				Array.isArray(value)
					? value.map((record: WireRecord) => rewrite(record, workspace))
					: rewrite(value as WireRecord, workspace),
			];
		}),
	);
}

/** A text for people, not an enum, so nothing may depend on it. */
function withDisplayStatus(record: WireRecord): WireRecord {
	const { status, is_issued: isIssued } = record;
	const text =
		typeof status === 'string'
			? `Code: ${status}`
			: isIssued === false
				? 'Not issued yet'
				: 'Active';
	return { ...record, display_status: text };
}

/**
 * Moves `insufficient_permissions` to the errors. In the OpenAPI, it is a warning of a device
 * (docs/service.md#codes-9).
 */
function withPermissionsAsError(device: WireRecord): WireRecord {
	const warnings = device.warnings as WireRecord[];
	const isMissing = ({ warning_code }: WireRecord) => warning_code === 'insufficient_permissions';
	const errors = warnings.filter(isMissing).map((warning) => ({
		...renamed(warning, 'warning_code', 'error_code'),
		is_device_error: true,
	}));
	return {
		...device,
		errors: [...(device.errors as WireRecord[]), ...errors],
		warnings: warnings.filter((warning) => !isMissing(warning)),
	};
}

/**
 * Not only the method, but also the grant says that a card waits for an encoder
 * (docs/service.md#grants-9).
 */
function withEncodingWarning(grant: WireRecord, { access }: WorkspaceState): WireRecord {
	const waiting = access
		.methodsOf(String(grant.access_grant_id))
		.find((method) => method.is_encoding_required && method.issued_at === null);
	if (!waiting) return grant;
	const warning = {
		warning_code: 'encoding_required',
		message: 'A card has to be encoded.',
		created_at: waiting.created_at,
	};
	return { ...grant, warnings: [...(grant.warnings as WireRecord[]), warning] };
}

/** The warnings by their codes. The form of the entries is assumed (docs/service.md#grants-8). */
function withWarningMap({ warnings, ...grant }: WireRecord): WireRecord {
	return {
		...grant,
		warning_map: Object.fromEntries(
			(warnings as WireRecord[]).map((warning) => [warning.warning_code, warning]),
		),
	};
}

/** The other name of the session of a mobile key (docs/service.md#grants-10). */
const withSessionId = (record: WireRecord) =>
	renamed(record, 'client_session_token', 'client_session_id');

/** `locks` instead of `lock`. */
function inPlural(account: WireRecord): WireRecord {
	const capabilities = account.accepted_capabilities as string[];
	return {
		...account,
		accepted_capabilities: capabilities.map((capability) =>
			capability === 'access_control' ? capability : `${capability}s`,
		),
	};
}

function renamed(record: WireRecord, from: string, to: string): WireRecord {
	const { [from]: value, ...rest } = record;
	return value === undefined ? rest : { ...rest, [to]: value };
}
