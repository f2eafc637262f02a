import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, QUICKLY } from './operationCase';

const { newCard } = hotel.credentials;
const AND_WAIT = { encoderId: byId(hotel.encoder), waitForCompletion: true, options: QUICKLY };

const carriedOut = (id: object, outcome: string) =>
	paired({
		...id,
		outcome,
		message: expect.any(String),
		action_attempt: expect.objectContaining({ status: 'success' }),
	});

export const encoderCases: readonly OperationCase[] = [
	lists('encoder.getAll', 'lists the encoders of all access systems', [
		'/acs/encoders/list',
		'acs_encoders',
		{ acs_system_ids: [hotel.accessSystem] },
	]),
	gets('encoder.get', 'gets the encoder at the front desk', 'encoderId', [
		'/acs/encoders/get',
		'acs_encoder',
		'acs_encoder_id',
		hotel.encoder,
	]),
	{
		operation: 'encoder.encode',
		title: 'writes a card',
		play: async ({ run, ask }) => {
			expect(await run({ ...AND_WAIT, accessCredentialId: byId(newCard) })).toEqual([
				carriedOut({ acs_credential_id: newCard }, 'encoded'),
			]);
			expect(
				await ask('/acs/credentials/get', 'acs_credential', { acs_credential_id: newCard }),
			).toMatchObject({ is_issued: true });
		},
	},
	{
		operation: 'encoder.scan',
		title: 'reads the card on the encoder',
		play: async ({ run }) => {
			expect(await run(AND_WAIT)).toEqual([
				carriedOut({ acs_encoder_id: hotel.encoder }, 'scanned'),
			]);
		},
	},
	{
		operation: 'encoder.scanToAssign',
		title: 'gives the card on the encoder to the night desk',
		play: async ({ run }) => {
			const holder = {
				member: 'accessSystemUser',
				accessSystemUserId: byId(hotel.accessSystemUsers.nightDesk),
			};
			expect(await run({ ...AND_WAIT, ...holder })).toEqual([
				carriedOut({ acs_encoder_id: hotel.encoder }, 'assigned'),
			]);
		},
	},
	{
		operation: 'encoder.simulate',
		title: 'sets that the next card is written',
		play: async ({ run }) => {
			expect(await run({ encoderId: byId(hotel.encoder), simulation: 'encodingSucceeds' })).toEqual(
				[
					paired({
						acs_encoder_id: hotel.encoder,
						outcome: 'simulated',
						message: expect.any(String),
						simulation: 'encodingSucceeds',
					}),
				],
			);
		},
	},
];
