import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired } from './operationCase';

const { accessGrant, code, userIdentity } = hotel.unmanaged;
const RAW = { output: 'raw' };

const takesOver = (
	operation: OperationCase['operation'],
	field: string,
	idName: string,
	id: string,
	path: string,
): OperationCase => ({
	operation,
	title: 'takes over what somebody else has made',
	play: async ({ run, isKnown }) => {
		expect(await run({ [field]: byId(id) })).toEqual([
			paired({ [idName]: id, outcome: 'converted', message: expect.any(String) }),
		]);
		expect(await isKnown(path, { [idName]: id })).toBe(true);
	},
});

export const unmanagedAccessCases: readonly OperationCase[] = [
	lists('unmanagedUserIdentity.getAll', 'lists the unmanaged persons', [
		'/user_identities/unmanaged/list',
		'user_identities',
	]),
	gets('unmanagedUserIdentity.get', 'gets one of them', 'userIdentityId', [
		'/user_identities/unmanaged/get',
		'user_identity',
		'user_identity_id',
		userIdentity,
	]),
	takesOver(
		'unmanagedUserIdentity.convertToManaged',
		'userIdentityId',
		'user_identity_id',
		userIdentity,
		'/user_identities/get',
	),
	lists(
		'unmanagedAccessMethod.getAll',
		'lists the methods of an unmanaged grant',
		['/access_methods/unmanaged/list', 'access_methods', { access_grant_id: accessGrant }],
		{
			accessGrantId: byId(accessGrant),
			...RAW,
		},
	),
	gets(
		'unmanagedAccessMethod.get',
		'gets one of them',
		'accessMethodId',
		['/access_methods/unmanaged/get', 'access_method', 'access_method_id', code],
		RAW,
	),
	lists(
		'unmanagedAccessGrant.getAll',
		'lists the unmanaged grants',
		['/access_grants/unmanaged/list', 'access_grants'],
		RAW,
	),
	gets(
		'unmanagedAccessGrant.get',
		'gets one of them',
		'accessGrantId',
		['/access_grants/unmanaged/get', 'access_grant', 'access_grant_id', accessGrant],
		RAW,
	),
	takesOver(
		'unmanagedAccessGrant.convertToManaged',
		'accessGrantId',
		'access_grant_id',
		accessGrant,
		'/access_grants/get',
	),
];
