import { Type } from 'typebox';
import { findAccessSystemUser } from '../../domain/access/lookup';
import { toAccessSystemUserRecord } from '../../domain/access/records';
import { paginate } from '../pagination';
import { AccessSystemUser } from '../../schemas/accessSystemUser';
import { Pagination } from '../../schemas/pagination';
import { DateTime, NonEmptyText, PageParameters, Uuid } from '../../schemas/primitives';
import { invalidInput } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

export const accessSystemUserRoutes = [
	defineRoute({
		path: '/acs/users/get',
		methods: ['GET'],
		parameters: Type.Object({
			acs_user_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			acs_system_id: Type.Optional(Uuid),
		}),
		response: Type.Object({ acs_user: AccessSystemUser }),
		answer(_service, { workspace, parameters }) {
			if (!parameters.acs_user_id && !parameters.user_identity_id) {
				throw invalidInput('One of acs_user_id, user_identity_id is required');
			}
			return { acs_user: toAccessSystemUserRecord(workspace, findAccessSystemUser(workspace, parameters)) };
		},
	}),

	defineRoute({
		path: '/acs/users/list',
		methods: ['GET'],
		parameters: Type.Object({
			acs_system_id: Type.Optional(Uuid),
			user_identity_id: Type.Optional(Uuid),
			user_identity_email_address: Type.Optional(NonEmptyText),
			user_identity_phone_number: Type.Optional(NonEmptyText),
			created_before: Type.Optional(DateTime),
			search: Type.Optional(NonEmptyText),
			...PageParameters,
		}),
		response: Type.Object({ acs_users: Type.Array(AccessSystemUser), pagination: Pagination }),
		answer(_service, request) {
			const { workspace, parameters } = request;
			const { user_identity_email_address: email, user_identity_phone_number: phone } = parameters;
			const search = parameters.search?.toLowerCase() ?? '';
			const { entries, pagination } = paginate(workspace.access.accessSystemUsers.entries, request, {
				matches: ({ record }) => {
					const user = toAccessSystemUserRecord(workspace, record);
					return (
						(!parameters.acs_system_id || user.acs_system_id === parameters.acs_system_id) &&
						(!parameters.user_identity_id || user.user_identity_id === parameters.user_identity_id) &&
						(!email || user.user_identity_email_address === email) &&
						(!phone || user.user_identity_phone_number === phone) &&
						(!parameters.created_before || Date.parse(user.created_at) < Date.parse(parameters.created_before)) &&
						searchTexts(user).some((text) => text?.toLowerCase().includes(search))
					);
				},
			});
			return { acs_users: entries.map(({ record }) => toAccessSystemUserRecord(workspace, record)), pagination };
		},
	}),
];

/** Facts 3. */
function searchTexts(user: ReturnType<typeof toAccessSystemUserRecord>): Array<string | null | undefined> {
	return [
		user.full_name,
		user.phone_number,
		user.email_address,
		user.acs_user_id,
		user.user_identity_id,
		user.user_identity_full_name,
		user.user_identity_phone_number,
	];
}
