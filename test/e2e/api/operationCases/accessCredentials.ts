import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, type WireRecord } from './operationCase';

const GET = '/acs/credentials/get';
const { cleaningCard, spareCard } = hotel.credentials;
const { nightDesk } = hotel.accessSystemUsers;
const RAW = { output: 'raw' };

/** A case that changes a credential; its item is the credential as the sandbox has it afterwards. */
const changes = (
	name: string,
	title: string,
	id: string,
	parameters: object,
	changed: object,
): OperationCase => ({
	operation: `accessCredential.${name}`,
	title,
	play: async ({ run, ask }) => {
		const items = await run({ accessCredentialId: byId(id), ...parameters });

		const credential = await ask(GET, 'acs_credential', { acs_credential_id: id });
		expect(credential).toMatchObject(changed);
		expect(items).toEqual([paired(credential)]);
	},
});

const toNightDesk = { member: 'accessSystemUser', accessSystemUserId: byId(nightDesk) };

export const accessCredentialCases: readonly OperationCase[] = [
	lists(
		'accessCredential.getAll',
		'lists all cards',
		['/acs/credentials/list', 'acs_credentials'],
		RAW,
	),
	gets(
		'accessCredential.get',
		'gets a card',
		'accessCredentialId',
		[GET, 'acs_credential', 'acs_credential_id', cleaningCard],
		RAW,
	),
	{
		operation: 'accessCredential.create',
		title: 'creates a card for the night desk',
		play: async ({ run, ask }) => {
			const [item] = (await run({ accessMethod: 'card', accessSystemUserId: byId(nightDesk) })) as [
				{ json: WireRecord },
			];

			expect([item]).toEqual([
				paired(
					await ask(GET, 'acs_credential', { acs_credential_id: item.json.acs_credential_id }),
				),
			]);
		},
	},
	changes('assign', 'gives a spare card to the night desk', spareCard, toNightDesk, {
		acs_user_id: nightDesk,
	}),
	changes(
		'update',
		'ends a card',
		spareCard,
		{ updateFields: { endsAt: '2031-01-31T15:00:00Z' } },
		{ ends_at: '2031-01-31T15:00:00.000Z' },
	),
	changes('unassign', 'takes the card back', spareCard, toNightDesk, {
		card_number: expect.any(String),
	}),
	{
		operation: 'accessCredential.delete',
		title: 'removes a card',
		play: async ({ run, untilUnknown }) => {
			expect(await run({ accessCredentialId: byId(cleaningCard) })).toEqual([
				paired({ acs_credential_id: cleaningCard, deleted: true }),
			]);
			await untilUnknown(GET, { acs_credential_id: cleaningCard });
		},
	},
];
