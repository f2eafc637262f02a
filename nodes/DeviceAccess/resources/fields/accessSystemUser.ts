import { listAll, readFirstPage } from '../../lists/listAllPages';
import { type ChangeCheck, choiceField, type Fields } from '../../operation';
import { takeObject } from '../../transport/httpCall';
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

/** Until the change is made, the groups are the old ones. */
export const isInGroup =
	(wanted: boolean): ChangeCheck =>
	async (send, sent) => {
		const whose = Object.entries(sent).filter(([name]) => USER_IDS.includes(name));
		const groups = await listAll(send, {
			endpoint: '/acs/access_groups/list',
			member: 'acs_access_groups',
			parameters: Object.fromEntries(whose),
		});
		return groups.some(({ acs_access_group_id: id }) => id === sent.acs_access_group_id) === wanted;
	};

/** Until the access system has made the change, the record keeps the old state. */
export const isSuspended =
	(wanted: boolean): ChangeCheck =>
	async (send, sent) => {
		const answer = await send({ endpoint: '/acs/users/get', body: sent, effect: 'read' });
		return takeObject(answer, 'acs_user').is_suspended === wanted;
	};

export const HAS_NO_ENTRANCES: ChangeCheck = async (send, sent) => {
	const { records } = await readFirstPage(send, {
		endpoint: '/acs/users/list_accessible_entrances',
		member: 'acs_entrances',
		parameters: sent,
	});
	return records.length === 0;
};

export const groupFields = {
	accessSystemUserId: accessSystemUserField,
	accessGroupId: accessGroupField,
} as const satisfies Fields;
