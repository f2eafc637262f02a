import {
	alreadyManaged,
	type ChangeCheck,
	defineOperation,
	done,
	type Fields,
	many,
	noticeField,
	one,
	type Operation,
	type OutputForms,
} from '../../operation';
import { getRecord, unlessGone } from '../../lists/getRecord';
import { messagesOf } from '../../wire/issues';
import { pluralOf, recordEndpoint, type RecordRow } from '../../wire/recordTable';

type ListRow = Parameters<typeof many>[1] & { output?: OutputForms };

/** What an item says of the deletion of a code, managed or not. */
export const DELETION_OF_CODE = {
	isDeletion: true,
	flag: 'deleted',
	done: { outcome: 'deleted', sentence: 'The access code was deleted' },
	acceptedSentence: 'The service accepted the deletion',
	failedSentence: 'The access code was not deleted',
} as const;

/** The service deletes the record at once, and the code when the lock has removed it. */
export const offlineNotice = noticeField(
	"A lock that is offline keeps the deleted PIN, and opens with it, until it is back online. 'Get who can open device' shows it.",
);

export const recordOf = (
	{ root, member, name, names = `${name}s`, hasIssues }: RecordRow,
	output?: OutputForms,
) => ({
	get: (description: string, fields: Fields): Operation =>
		defineOperation({
			value: 'get',
			name: 'Get',
			action: `Get ${name}`,
			description,
			endpoint: recordEndpoint({ root }, 'get'),
			effect: 'read',
			kind: one(member),
			output,
			hasIssues,
			fields,
		}),
	getMany: (
		description: string,
		fields: Fields,
		{ output: ofList = output, ...list }: ListRow = {},
	): Operation =>
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: `Get many ${names}`,
			description,
			endpoint: recordEndpoint({ root }, 'list'),
			effect: 'read',
			kind: many(pluralOf(member), list),
			output: ofList,
			hasIssues,
			fields,
		}),
	/** `idFields` are the IDs that a request can have. An access system deletes only after the answer. */
	delete: (
		description: string,
		fields: Fields,
		idFields: readonly string[] = [`${member}_id`],
		rest: Parameters<typeof done>[2] = {},
	): Operation =>
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: `Delete ${name}`,
			description,
			endpoint: recordEndpoint({ root }, 'delete'),
			effect: 'write',
			isRepeatable: false,
			kind: done('deleted', idFields, {
				...rest,
				...(root.startsWith('/acs/') && { check: isGone({ root, member }) }),
			}),
			fields,
		}),
});

/** Until then, the record says why the access system could not delete it. */
const isGone =
	({ root, member }: Pick<RecordRow, 'root' | 'member'>): ChangeCheck =>
	async (send, sent) => {
		const left = await unlessGone(
			async () => await getRecord(send, recordEndpoint({ root }, 'get'), member, sent),
		);
		return left ? { is: 'pending', reasons: messagesOf(left.errors) } : { is: 'done' };
	};

export function conversionOf(
	{ root, member, name }: RecordRow,
	description: string,
	fields: Fields,
	message?: string,
): Operation {
	const managed = name.replace('unmanaged ', '');
	return defineOperation({
		value: 'convertToManaged',
		name: 'Convert to Managed',
		action: `Convert ${name} to managed`,
		description,
		endpoint: recordEndpoint({ root }, 'update'),
		effect: 'write',
		kind: done(
			{ outcome: 'converted', sentence: message ?? `The ${managed} is now managed` },
			[`${member}_id`],
			{
				already: alreadyManaged(
					`The ${managed} was already managed`,
					recordEndpoint({ root: root.replace('/unmanaged', '') }, 'get'),
					member,
				),
			},
		),
		fields,
		request: (_values, ofFields) => ({ ...ofFields(), is_managed: true }),
	});
}
