import { isAnyNotFound } from '../../errors/errors';
import { unlessGone } from '../../lists/getRecord';
import { listAll, readFirstPage } from '../../lists/listAllPages';
import { type ChangeCheck, choiceField, type Fields } from '../../operation';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { Progress } from '../../waiting/progress';
import { messagesOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import {
	accessGroupField,
	accessSystemField,
	accessSystemUserField,
	userIdentityField,
} from './locators';
import { outputForms } from './outputForms';
import { FROM_LIST_OR_ID } from './recordLocator';

export const accessSystemUserOutput = outputForms(
	'acs_user_id',
	[
		'display_name',
		'full_name',
		'email_address',
		'phone_number',
		'user_identity_id',
		'acs_system_id',
		'is_suspended',
		'created_at',
	],
	['access_schedule', 'errors', 'pending_mutations', 'warnings'],
);

const MEMBER_CHOICES = [
	{
		name: 'Access System User',
		value: 'accessSystemUser',
		description: 'Choose a user of the access system',
	},
	{ name: 'Person', value: 'userIdentity', description: 'Choose a person in this workspace' },
];

export const memberFieldsOf = (displayName: string, description: string) =>
	({
		member: choiceField(displayName, description, MEMBER_CHOICES, 'userIdentity', {
			notSent: true,
		}),
		userIdentityId: { ...userIdentityField, showWhen: { member: ['userIdentity'] } },
		accessSystemUserId: { ...accessSystemUserField, showWhen: { member: ['accessSystemUser'] } },
	}) as const satisfies Fields;

/** The service needs person and access system together (docs/service.md#systems-1). */
export const whichUserFields = {
	findBy: choiceField(
		'Find By',
		'How to find the user',
		[
			FROM_LIST_OR_ID,
			{
				name: 'Person',
				value: 'userIdentity',
				description: 'By the person, and the access system that the user belongs to',
			},
		],
		'id',
		{ notSent: true },
	),
	accessSystemUserId: { ...accessSystemUserField, showWhen: { findBy: ['id'] } },
	userIdentityId: { ...userIdentityField, showWhen: { findBy: ['userIdentity'] } },
	accessSystemId: { ...accessSystemField, showWhen: { findBy: ['userIdentity'] } },
} as const satisfies Fields;

export const USER_IDS = ['acs_user_id', 'user_identity_id', 'acs_system_id'];

/**
 * A change is made once the state is the wanted one, and no pending mutation of it is left. Until
 * then, the errors of the user say why the access system has not made it.
 */
const progressOf = (isMade: boolean, user: WireObject): Progress =>
	isMade ? { is: 'done' } : { is: 'pending', reasons: messagesOf(user.errors) };

const readUser = async (send: SendRequest, whose: WireObject): Promise<WireObject> =>
	takeObject(await send({ endpoint: '/acs/users/get', body: whose, effect: 'read' }), 'acs_user');

/** True if a record has a pending mutation from or to this value. */
const isChanging = (
	{ pending_mutations: mutations }: WireObject,
	member: string,
	value: unknown = undefined,
): boolean =>
	wireObjectsIn(mutations).some((mutation) =>
		wireObjectsIn([mutation, mutation.from, mutation.to]).some(
			(state) => Object.hasOwn(state, member) && (value === undefined || state[member] === value),
		),
	);

/** Nobody is in a group once the user or the group is gone. */
export const isInGroup =
	(wanted: boolean): ChangeCheck =>
	async (send, sent) =>
		(await unlessGone(
			async () => await progressOfMembership(wanted)(send, sent),
			(error) => !wanted && isAnyNotFound(error),
		)) ?? { is: 'done' };

/** The service names a membership that changes in the user or in the group. */
const progressOfMembership =
	(wanted: boolean): ChangeCheck =>
	async (send, sent) => {
		const { acs_access_group_id: groupId, ...whose } = sent;
		const groups = await listAll(send, {
			endpoint: '/acs/access_groups/list',
			member: 'acs_access_groups',
			parameters: whose,
		});
		const found = groups.find(({ acs_access_group_id: id }) => id === groupId);
		const body = { acs_access_group_id: groupId };
		const isById = 'acs_user_id' in whose;
		const group =
			found ??
			(wanted && isById
				? {}
				: takeObject(
						await send({ endpoint: '/acs/access_groups/get', body, effect: 'read' }),
						'acs_access_group',
					));
		const ofSystem = isById ? {} : { acs_system_id: group.acs_system_id };
		const user = await readUser(send, { ...whose, ...ofSystem });
		const isLeft =
			isChanging(user, 'acs_access_group_id', groupId) ||
			isChanging(group, 'acs_user_id', user.acs_user_id);
		return progressOf((found !== undefined) === wanted && !isLeft, user);
	};

export const isSuspended =
	(wanted: boolean): ChangeCheck =>
	async (send, sent) => {
		const user = await readUser(send, sent);
		const isMade = (user.is_suspended === true) === wanted && !isChanging(user, 'is_suspended');
		return progressOf(isMade, user);
	};

export const HAS_NO_ENTRANCES: ChangeCheck = async (send, sent) => {
	const { records } = await readFirstPage(send, {
		endpoint: '/acs/users/list_accessible_entrances',
		member: 'acs_entrances',
		parameters: sent,
	});
	return records.length === 0 ? { is: 'done' } : progressOf(false, await readUser(send, sent));
};

export const groupFields = {
	accessSystemUserId: accessSystemUserField,
	accessGroupId: accessGroupField,
} as const satisfies Fields;
