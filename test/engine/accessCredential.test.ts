import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox, type OperationName } from '../support/hotelSandbox';
import { until } from '../support/until';

const service = useHotelSandbox();

const { cleaningCard, newCard, spareCard } = hotel.credentials;
const { nightDesk, cleaning } = hotel.accessSystemUsers;
const AS_USER = { member: 'accessSystemUser', accessSystemUserId: byId(nightDesk) };
const stored = (id: unknown) =>
	service.sandbox.state.workspaces.get(workspaceIds.main)?.access.credentials.get(String(id));

describe('Access Credential', () => {
	it('is created as a PIN, which is issued after a while, and masked if that is chosen', async () => {
		const { items } = await service.run('accessCredential.create', {
			accessMethod: 'code',
			accessSystemUserId: byId(nightDesk),
			additionalFields: {
				code: '7711',
				entranceIds: [hotel.entrances.lobby],
				startsAt: '2031-01-31T15:00:00Z',
				endsAt: '2031-02-02T11:00:00Z',
			},
			options: { maskPinCodes: true },
		});
		const times = { starts_at: '2031-01-31T15:00:00.000Z', ends_at: '2031-02-02T11:00:00.000Z' };
		expect(service.bodies('/acs/credentials/create')).toEqual([
			{
				access_method: 'code',
				acs_user_id: nightDesk,
				code: '7711',
				allowed_acs_entrance_ids: [hotel.entrances.lobby],
				...times,
			},
		]);
		const [{ json }] = items as [{ json: { acs_credential_id: string } }];
		expect(json).toMatchObject({
			access_method: 'code',
			acs_user_id: nightDesk,
			code: expect.stringMatching(/^\*+$/),
			is_issued: false,
			...times,
		});
		await until(() => stored(json.acs_credential_id)?.is_issued === true);
		expect(stored(json.acs_credential_id)).toMatchObject({ is_issued: true, warnings: [] });
	});

	it('is created for a person with the fields of the lock makers', async () => {
		await service.run('accessCredential.create', {
			accessMethod: 'card',
			findBy: 'userIdentity',
			userIdentityId: byId(hotel.userIdentities.guest101),
			accessSystemId: byId(hotel.accessSystem),
			additionalFields: {
				visionlineCardFunctionType: 'guest',
				visionlineOverride: false,
				visionlineJoinerCredentialIds: byId(cleaningCard),
				vostioAutoJoin: true,
				saltoSpaceAssignNewKey: true,
			},
		});
		expect(service.bodies('/acs/credentials/create')).toEqual([
			{
				access_method: 'card',
				user_identity_id: hotel.userIdentities.guest101,
				acs_system_id: hotel.accessSystem,
				visionline_metadata: {
					card_function_type: 'guest',
					override: false,
					joiner_acs_credential_ids: [cleaningCard],
				},
				assa_abloy_vostio_metadata: { auto_join: true },
				salto_space_metadata: { assign_new_key: true },
			},
		]);
	});

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

	it('is read, simplified', async () => {
		const { items } = await service.run('accessCredential.get', {
			accessCredentialId: byId(cleaningCard),
		});
		expect(items).toEqual([
			{
				json: {
					acs_credential_id: cleaningCard,
					display_name: 'Card',
					access_method: 'card',
					card_number: '800001',
					acs_user_id: cleaning,
					acs_system_id: hotel.accessSystem,
					is_issued: true,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, INodeParameters, object, string[]]>([
		['user', { accessSystemUserId: byId(cleaning) }, { acs_user_id: cleaning }, [cleaningCard]],
		[
			'person',
			{ userIdentityId: byId(hotel.userIdentities.nightDesk) },
			{ user_identity_id: hotel.userIdentities.nightDesk },
			[newCard],
		],
		[
			'system',
			{ accessSystemId: hotel.accessSystem },
			{ acs_system_id: hotel.accessSystem },
			[cleaningCard, newCard, spareCard],
		],
		['text', { search: '800003' }, { search: '800003' }, [spareCard]],
		['phones', { isMultiPhoneSync: true }, { is_multi_phone_sync_credential: true }, []],
	])('is listed by %s', async (_what, filters, body, ids) => {
		const { items } = await service.run('accessCredential.getAll', { filters });
		expect(service.bodies('/acs/credentials/list')).toMatchObject([body]);
		expect(items.flatMap(({ json }) => json.acs_credential_id ?? [])).toEqual(ids);
	});

	it('finds the entrances that it opens', async () => {
		const { items } = await service.run('entrance.getAll', {
			filters: { credentialId: byId(cleaningCard) },
		});
		expect(items).toMatchObject([{ json: { acs_entrance_id: hotel.entrances.lobby } }]);
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

	it('is deleted, and no longer found after a while', async () => {
		const { items } = await service.run('accessCredential.delete', {
			accessCredentialId: byId(cleaningCard),
		});
		expect(items).toEqual([
			{ json: { acs_credential_id: cleaningCard, deleted: true }, pairedItem: { item: 0 } },
		]);
		await until(() => stored(cleaningCard) === undefined);
		expect(stored(cleaningCard)).toBeUndefined();
	});
});
