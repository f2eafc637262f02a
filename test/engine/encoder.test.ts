import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

const service = useHotelSandbox();

const { newCard, spareCard } = hotel.credentials;
const { nightDesk } = hotel.accessSystemUsers;
const options = QUICK_CHECKS;
const onEncoder = { encoderId: byId(hotel.encoder), options };
const succeeded = (action_type: string, result: unknown) => ({
	action_attempt_id: expect.any(String),
	action_type,
	status: 'success',
	error: null,
	result,
});

describe('Encoder', () => {
	it('is read', async () => {
		const { items } = await service.run('encoder.get', { encoderId: byId(hotel.encoder) });
		expect(items).toMatchObject([
			{
				json: { acs_encoder_id: hotel.encoder, display_name: 'Front Desk Encoder', errors: [] },
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, INodeParameters, object, string[]]>([
		[
			'of all systems without a filter',
			{},
			{ acs_system_ids: [hotel.accessSystem, hotel.assignmentSystem] },
			[hotel.encoder, hotel.removedEncoder],
		],
		[
			'of a system',
			{ accessSystemIds: [hotel.assignmentSystem] },
			{ acs_system_ids: [hotel.assignmentSystem] },
			[],
		],
		[
			'by their IDs',
			{ encoderIds: byId(hotel.removedEncoder) },
			{ acs_encoder_ids: [hotel.removedEncoder] },
			[hotel.removedEncoder],
		],
	])('are listed %s', async (_what, filters, body, ids) => {
		const { items } = await service.run('encoder.getAll', { filters });
		expect(service.bodies('/acs/encoders/list')).toMatchObject([body]);
		expect(items.flatMap(({ json }) => json.acs_encoder_id ?? [])).toEqual(ids);
	});

	it('has nothing to list in a workspace without access systems', async () => {
		await service.restart({ fixture: 'empty' });
		const { error } = await service.run('encoder.getAll', {});
		expect([error, service.paths()]).toEqual([undefined, ['/acs/systems/list']]);
	});

	it('writes the card of a credential, and then scans it', async () => {
		const encoded = await service.run('encoder.encode', {
			...onEncoder,
			accessCredentialId: byId(newCard),
		});
		expect(service.bodies('/acs/encoders/encode_credential')).toEqual([
			{ acs_encoder_id: hotel.encoder, acs_credential_id: newCard },
		]);
		const record: unknown = expect.objectContaining({
			acs_credential_id: newCard,
			acs_user_id: nightDesk,
			is_issued: true,
		});
		expect(encoded.items).toEqual([
			{
				json: {
					acs_credential_id: newCard,
					outcome: 'encoded',
					message: expect.any(String),
					action_attempt: succeeded('ENCODE_CREDENTIAL', record),
				},
				pairedItem: { item: 0 },
			},
		]);
		const scanned = await service.run('encoder.scan', {
			encoderId: byId(hotel.encoder),
			options: { ...options, detectNewTags: true },
		});
		expect(service.bodies('/acs/encoders/scan_credential')).toEqual([
			{ acs_encoder_id: hotel.encoder, salto_ks_metadata: { detect_new_tags: true } },
		]);
		expect(scanned.items).toEqual([
			{
				json: {
					acs_encoder_id: hotel.encoder,
					outcome: 'scanned',
					message: expect.any(String),
					action_attempt: succeeded('SCAN_CREDENTIAL', {
						acs_credential_on_encoder: expect.objectContaining({ is_issued: true }),
						acs_credential_on_seam: record,
						warnings: [],
					}),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, INodeParameters, object]>([
		[
			'person',
			{ userIdentityId: byId(hotel.userIdentities.nightDesk) },
			{ user_identity_id: hotel.userIdentities.nightDesk },
		],
		[
			'user',
			{ member: 'accessSystemUser', accessSystemUserId: byId(nightDesk) },
			{ acs_user_id: nightDesk },
		],
	])('gives the card that lies on it to a %s', async (_who, holder, body) => {
		const { items } = await service.run('encoder.scanToAssign', { ...onEncoder, ...holder });
		expect(service.bodies('/acs/encoders/scan_to_assign_credential')).toEqual([
			{ acs_encoder_id: hotel.encoder, ...body },
		]);
		expect(items).toMatchObject([
			{
				json: {
					acs_encoder_id: hotel.encoder,
					outcome: 'assigned',
					action_attempt: { result: { acs_credential_id: spareCard, acs_user_id: nightDesk } },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('uses the card on it for one item, and refuses the others before they are sent', async () => {
		const people = [hotel.userIdentities.nightDesk, hotel.userIdentities.nightDesk].map((id) => ({
			id,
		}));
		const parameters = { ...onEncoder, userIdentityId: byId('={{ $json.id }}') };
		const { items } = await service.run('encoder.scanToAssign', parameters, {
			input: people,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => [json.outcome, json.error])).toEqual([
			['assigned', undefined],
			[undefined, expect.stringContaining('item 0 uses the card')],
		]);
		expect(service.bodies('/acs/encoders/scan_to_assign_credential')).toHaveLength(1);
	});

	const removed = { encoderId: byId(hotel.removedEncoder) };
	it.each<[OperationName, INodeParameters, string]>([
		['encoder.encode', { ...removed, accessCredentialId: byId(newCard) }, 'encoder_not_online'],
		['encoder.scan', removed, 'encoder_not_online'],
		[
			'encoder.scanToAssign',
			{ ...removed, userIdentityId: byId(hotel.userIdentities.nightDesk) },
			'uncategorized_error',
		],
	])(
		'%s fails its item, or returns it, with the reason when the encoder is gone',
		async (operation, parameters, type) => {
			const failed = await service.run(
				operation,
				{ ...parameters, options },
				{ onError: 'continueRegularOutput' },
			);
			expect(failed.items).toMatchObject([
				{
					json: {
						error: expect.stringMatching(/^The card was not \w+: ./),
						details: { outcome: 'failed' },
					},
					pairedItem: { item: 0 },
				},
			]);
			const returned = await service.run(operation, {
				...parameters,
				options: { ...options, onFailedAction: 'returnItem' },
			});
			expect(returned.items).toMatchObject([
				{ json: { outcome: 'failed', action_attempt: { status: 'error', error: { type } } } },
			]);
		},
	);
});
