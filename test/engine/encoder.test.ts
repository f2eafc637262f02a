import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

const service = useHotelSandbox();

const { newCard, spareCard } = hotel.credentials;
const { nightDesk } = hotel.accessSystemUsers;
const options = QUICK_CHECKS;
const onEncoder = { encoderId: byId(hotel.encoder), options };

describe('Encoder', () => {
	it('has nothing to list in a workspace without access systems', async () => {
		await service.restart({ fixture: 'empty' });
		const { error } = await service.run('encoder.getAll', {});
		expect([error, service.paths()]).toEqual([undefined, ['/acs/systems/list']]);
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
