import type { INodePropertyOptions } from 'n8n-workflow';
import type { TSchema } from 'typebox';
import {
	inReadingOrder,
	summarizeIssues,
} from '../../nodes/DeviceAccess/operation/output/shapeRecord';
import type { OneKind } from '../../nodes/DeviceAccess/operation/kinds/one';
import type { Operation } from '../../nodes/DeviceAccess/operation/types';
import type { WaitCondition } from '../../nodes/DeviceAccess/operation/run/waits';
import { kindOf } from '../kindOf';
import { ADDED_BY_WAITING, ATTEMPT_RESULTS, Entries, ITEMS, MigrationAdvice } from './items';
import {
	mapValues,
	type Members,
	membersOf,
	objectOf,
	type OutputSchema,
	toOutputSchema,
} from './outputSchema';
import { RECORDS } from './records';
import { shapeOutput, typeOf } from './shapeOutput';

const TEXT: OutputSchema = { type: 'string' };
const TEXT_OR_NULL: OutputSchema = { type: ['string', 'null'] };
const TEXTS: OutputSchema = { type: 'array', items: TEXT };
const FLAG: OutputSchema = { type: 'boolean' };
const OUTCOME = { outcome: TEXT, message: TEXT };

/** The keys that an option adds to the items, by the name of the option. */
export const KEYS_OF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
	addIssueSummary: Object.keys(summarizeIssues({})),
	includeEntries: Object.keys(membersOf(Entries)),
	notYetArrived: Object.keys(membersOf(Entries)),
	addMigrationAdvice: Object.keys(membersOf(MigrationAdvice)),
	...mapValues(ADDED_BY_WAITING, (added) => Object.keys({ ...OUTCOME, ...membersOf(added) })),
};

/** The schema of an operation's items, from the record that it returns, its kind and its output forms. */
export function schemaOfOperation(resource: string, operation: Operation): OutputSchema {
	const { about } = operation.kind;
	const members: Members = {
		...(about === undefined ? {} : { ...OUTCOME, name: TEXT_OR_NULL, device_name: TEXT_OR_NULL }),
		...ofKind(`${resource}.${operation.value}`, operation),
		...(operation.hasIssues ? mapValues({ ...summarizeIssues({}) }, typeOf) : {}),
		...('simulation' in operation.fields ? { simulation: TEXT } : {}),
	};
	const keys = Object.keys(members);
	const inOrder = operation.output ? keys : inReadingOrder(keys);
	return {
		...objectOf(Object.fromEntries(inOrder.map((key) => [key, members[key] ?? TEXT]))),
		version: 1,
	};
}

function ofKind(name: string, operation: Operation): Members {
	const kind = kindOf(operation);
	const recordOf = (member: string) =>
		shapeOutput(
			membersOf(ITEMS[name] ?? recordIn(operation.endpoint ?? '', member)),
			operation.output,
		);
	switch (kind.name) {
		case 'one':
		case 'many':
		case 'records': {
			if ('hasAttempt' in kind) return ofAction(name, kind, recordOf);
			if ('ids' in kind) return ofDone(name, kind, recordOf);
			const { member = '' } = kind;
			const nestUnder = 'nestUnder' in kind ? kind.nestUnder : undefined;
			const record = member === 'batch' ? relatedOf(operation) : recordOf(member);
			const item = nestUnder ? { [nestUnder]: objectOf(record) } : record;
			return 'waitCondition' in kind ? { ...item, ...ofWait(kind.waitCondition) } : item;
		}
		case 'desiredState':
		case 'fromInput':
		case 'fromAllInput':
			return membersOf(itemOf(name));
	}
}

/** What was only done returns its record if that is read back, or the IDs that were sent. */
function ofDone(
	name: string,
	{ readBack, ids, flag, waitCondition, check }: OneKind,
	recordOf: (member: string) => Members,
): Members {
	return {
		...(readBack ? recordOf(readBack.member) : idsOf(name, ids)),
		...ofWait(waitCondition),
		...(flag ? { [flag]: FLAG, ...(check || readBack ? OUTCOME : {}) } : OUTCOME),
		...(check ? { errors: TEXTS } : {}),
	};
}

/** An action returns its record, or the record that it waits for, or only IDs with the errors in words. */
function ofAction(
	name: string,
	{ about: idField = '', member, waitCondition, says, foresee }: OneKind,
	recordOf: (member: string) => Members,
): Members {
	const subject = idField.replace(/_id$/, '');
	const returned = member ?? (waitCondition && subject);
	const hasDevice = subject in RECORDS && 'device_id' in membersOf(recordNamed(subject));
	const attempt = membersOf(recordNamed('action_attempt'));
	const result = ATTEMPT_RESULTS[name];
	return {
		...(returned
			? recordOf(returned)
			: { [idField]: TEXT, ...(hasDevice ? { device_id: TEXT } : {}) }),
		outcome: TEXT,
		...(foresee ? { dry_run: FLAG, ...membersOf(MigrationAdvice) } : {}),
		...(says?.flag ? { [says.flag]: FLAG } : {}),
		message: TEXT,
		...(returned ? {} : { errors: TEXTS }),
		action_attempt: objectOf(result ? { ...attempt, result: toOutputSchema(result) } : attempt),
	};
}

/** What the wait for a later state of the record adds. */
function ofWait(condition: WaitCondition | undefined): Members {
	if (!condition) return {};
	const added = ADDED_BY_WAITING[condition.optionName ?? ''];
	return { ...(added ? membersOf(added) : {}), [condition.idField]: TEXT, ...OUTCOME };
}

/** The IDs that were sent. Only a function that picks them needs an entry in ITEMS. */
function idsOf(name: string, ids: OneKind['ids'] = []): Members {
	if (typeof ids === 'function') return membersOf(itemOf(name));
	return Object.fromEntries(ids.map((field) => [field, field.endsWith('s') ? TEXTS : TEXT]));
}

/** The records that a choice offers, a list under each of their members. */
function relatedOf({ fields: { related } }: Operation): Members {
	const members = (related?.options as INodePropertyOptions[]).map(({ value }) => String(value));
	return Object.fromEntries(
		members.map((member) => [
			member,
			{ type: 'array', items: toOutputSchema(recordNamed(singular(member))) },
		]),
	);
}

/** The record under a member of the answer, or each record of the list there. */
function recordIn(endpoint: string, member: string): TSchema {
	const name = singular(member);
	const unmanaged = `unmanaged_${name}`;
	return recordNamed(endpoint.includes('unmanaged') && unmanaged in RECORDS ? unmanaged : name);
}

const singular = (member: string) => member.replace(/ies$/, 'y').replace(/s$/, '');

function recordNamed(name: string): TSchema {
	const record = RECORDS[name];
	if (!record) throw new Error(`Define the record '${name}' in tools/schemas/records.ts`);
	return record;
}

function itemOf(name: string): TSchema {
	const item = ITEMS[name];
	if (!item) throw new Error(`Define what '${name}' returns in tools/schemas/items.ts`);
	return item;
}
