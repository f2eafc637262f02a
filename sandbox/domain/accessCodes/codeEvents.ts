import type { PendingMutation } from '../../schemas/accessCode';
import type { Event } from '../../schemas/event';
import type { ErrorIssue } from '../../schemas/issue';
import type { StoredAccessCode } from '../../state/state';
import { newError, newWarning, withoutWarning } from '../issues';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';
import type { AccessCodeChanges } from './changes';

/** Publishes `access_code.<kind>`, with the IDs of the code and its device, and with all issues if it is about a delay or failure. */
export function publishOfCode(
	here: Here,
	code: StoredAccessCode,
	kind: string,
	members: Partial<Event> = {},
): void {
	const ids = { access_code_id: code.accessCodeId, device_id: code.deviceId };
	const issues = /(^|\.)(failed_to|delay_in)_/.test(kind) ? issueMembers(here, code) : {};
	publishEvent(here, {
		event_type: `access_code.${kind}`,
		...issues,
		...members,
		...ids,
	});
}

/** Ends the change of a code with an error, and publishes it as `access_code.<kind>`. */
export function leaveError(
	here: Here,
	code: StoredAccessCode,
	kind: string,
	{ error_code, message }: Pick<ErrorIssue, 'error_code' | 'message'>,
	status: 'set' | 'unset',
): void {
	const error = newError(here, error_code, message, { is_access_code_error: true as const });
	here.state.updateAccessCode(code, { status, pendingMutations: [], errors: [error] });
	publishOfCode(here, code, kind);
}

/** Adds a warning with the code `kind`, in place of an earlier one, and publishes it as `access_code.<kind>`. */
export function leaveDelay(
	here: Here,
	code: StoredAccessCode,
	kind: string,
	message: string,
): void {
	here.state.updateAccessCode(code, {
		warnings: [...withoutWarning(code.warnings, kind), newWarning(here, kind, message)],
	});
	publishOfCode(here, code, kind);
}

/**
 * The six lists of issues that events about delays and failures carry (docs/service.md#events-5).
 */
function issueMembers({ workspace }: Here, code: StoredAccessCode) {
	const device = workspace.devicesById.get(code.deviceId)?.record;
	return {
		access_code_errors: code.errors ?? [],
		access_code_warnings: code.warnings ?? [],
		device_errors: device?.errors ?? [],
		device_warnings: device?.warnings ?? [],
		connected_account_errors: [],
		connected_account_warnings: [],
	};
}

export function publishRequested(
	here: Here,
	code: StoredAccessCode,
	mutations: PendingMutation[],
): void {
	publishOfCode(here, code, 'mutations_requested', {
		requested_mutations: mutations.map(({ mutation_code, ...mutation }) => ({
			mutation_code,
			...('from' in mutation ? { from: mutation.from, to: mutation.to } : {}),
		})),
	});
}

/** Publishes one event for all changes, and one for each kind of change. `before` is the old code. */
export function publishChanged(
	here: Here,
	before: StoredAccessCode,
	code: StoredAccessCode,
	changes: AccessCodeChanges,
): void {
	const properties = [
		{ property: 'name', from: before.name, to: code.name },
		{ property: 'code', from: before.code, to: code.code },
		{ property: 'starts_at', from: before.startsAt ?? null, to: code.startsAt ?? null },
		{ property: 'ends_at', from: before.endsAt ?? null, to: code.endsAt ?? null },
	].filter(({ from, to }) => from !== to);
	publishOfCode(here, code, 'changed', { changed_properties: properties });
	const say = (kind: string, description: string, from: object, to: object) =>
		publishOfCode(here, code, `${kind}_changed`, { description, from, to });
	if (changes.name !== undefined)
		say('name', 'The name has changed.', { name: before.name }, { name: code.name });
	if (changes.code !== undefined)
		say('code', 'The PIN has changed.', { code: before.code }, { code: code.code });
	if (changes.startsAt !== undefined || changes.endsAt !== undefined) {
		say('time_frame', 'The time frame has changed.', timeFrame(before), timeFrame(code));
	}
}

const timeFrame = ({ startsAt, endsAt }: StoredAccessCode) => ({
	starts_at: startsAt ?? null,
	ends_at: endsAt ?? null,
});
