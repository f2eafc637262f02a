import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

const service = useHotelSandbox();

const { spareCard } = hotel.credentials;
const { nightDesk } = hotel.accessSystemUsers;
const AS_USER = { member: 'accessSystemUser', accessSystemUserId: byId(nightDesk) };

describe('Access Credential', () => {
	it.each<[string, OperationName, INodeParameters, string]>([
		[
			'a PIN with letters',
			'accessCredential.create',
			{ accessSystemUserId: byId(nightDesk), additionalFields: { code: '77a1' } },
			"'PIN'",
		],
		[
			'an update without a change',
			'accessCredential.update',
			{ accessCredentialId: byId(spareCard) },
			'There is nothing to change',
		],
	])('refuses %s before anything is sent', async (_what, operation, parameters, message) => {
		const { error } = await service.run(operation, parameters);
		expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
	});

	it.each<['openapi' | 'sdk']>([['openapi'], ['sdk']])(
		'is assigned, changed and unassigned, and returned as it is afterwards (source: %s)',
		async (source) => {
			service.sandbox.settings.source = source;
			const run = async (operation: OperationName, parameters: INodeParameters) =>
				(await service.run(operation, { accessCredentialId: byId(spareCard), ...parameters }))
					.items[0]?.json;
			expect(
				await run('accessCredential.assign', {
					userIdentityId: byId(hotel.userIdentities.nightDesk),
				}),
			).toMatchObject({ acs_user_id: nightDesk });
			expect(
				await run('accessCredential.update', { updateFields: { endsAt: '2031-01-31T15:00:00Z' } }),
			).toMatchObject({ acs_user_id: nightDesk, ends_at: '2031-01-31T15:00:00.000Z' });
			expect(await run('accessCredential.unassign', AS_USER)).not.toHaveProperty('acs_user_id');
			expect([
				service.bodies('/acs/credentials/assign'),
				service.bodies('/acs/credentials/unassign'),
			]).toEqual([
				[{ acs_credential_id: spareCard, user_identity_id: hotel.userIdentities.nightDesk }],
				[{ acs_credential_id: spareCard, acs_user_id: nightDesk }],
			]);
		},
	);
});
