import { hotel } from '../../../../sandbox/fixtures/hotel';
import { byId } from '../../workflowFiles';
import { gets, lists, type OperationCase, paired, QUICKLY } from './operationCase';

const GET = '/access_methods/get';
const { code101, mobileKey101, cardToEncode, cardToAssign, cloudKey104 } = hotel.accessMethods;
const RAW = { output: 'raw' };
const AND_WAIT = { waitForCompletion: true, options: QUICKLY };

const carriedOut = (id: string, outcome: string) =>
	paired({
		access_method_id: id,
		outcome,
		message: expect.any(String),
		action_attempt: expect.objectContaining({ status: 'success' }),
	});

export const accessMethodCases: readonly OperationCase[] = [
	lists(
		'accessMethod.getAll',
		'lists the PINs, cards and keys of a grant',
		['/access_methods/list', 'access_methods', { access_grant_id: hotel.accessGrants.stay101 }],
		{
			filters: { accessGrantId: hotel.accessGrants.stay101 },
			...RAW,
		},
	),
	gets(
		'accessMethod.get',
		'gets the mobile key of a guest',
		'accessMethodId',
		[GET, 'access_method', 'access_method_id', mobileKey101],
		RAW,
	),
	{
		operation: 'accessMethod.getRelated',
		title: 'gets the grant and the doors of a PIN',
		play: async ({ run, ask }) => {
			const include = ['access_grants', 'devices'];
			const batch = await ask('/access_methods/get_related', 'batch', {
				access_method_ids: [code101],
				include,
			});

			expect(await run({ accessMethodId: byId(code101), related: include })).toEqual([
				paired(batch),
			]);
		},
	},
	{
		operation: 'accessMethod.encode',
		title: 'writes a card with the encoder and waits until it is written',
		play: async ({ run, ask }) => {
			const items = await run({
				accessMethodId: byId(cardToEncode),
				encoderId: byId(hotel.encoder),
				...AND_WAIT,
			});

			expect(items).toEqual([carriedOut(cardToEncode, 'encoded')]);
			expect(await ask(GET, 'access_method', { access_method_id: cardToEncode })).toMatchObject({
				is_issued: true,
				is_ready_for_encoding: false,
			});
		},
	},
	{
		operation: 'accessMethod.assignCard',
		title: 'gives a guest a card that the access system knows',
		play: async ({ run, ask }) => {
			const items = await run({
				accessMethodId: byId(cardToAssign),
				cardNumber: hotel.spareCardNumber,
				...AND_WAIT,
			});

			expect(items).toEqual([carriedOut(cardToAssign, 'assigned')]);
			expect(await ask(GET, 'access_method', { access_method_id: cardToAssign })).toMatchObject({
				is_issued: true,
				is_ready_for_assignment: false,
			});
		},
	},
	{
		operation: 'accessMethod.unlockDoor',
		title: 'opens the lobby with a cloud key',
		play: async ({ run, ask }) => {
			const items = await run({
				accessMethodId: byId(cloudKey104),
				entranceId: byId(hotel.entrances.lobby),
				...AND_WAIT,
			});

			expect(items).toEqual([carriedOut(cloudKey104, 'unlocked')]);
			const [{ json }] = items as [{ json: { action_attempt: { action_attempt_id: string } } }];
			const attempt = await ask('/action_attempts/get', 'action_attempt', {
				action_attempt_id: json.action_attempt.action_attempt_id,
			});
			expect(json.action_attempt).toEqual(attempt);
		},
	},
	{
		operation: 'accessMethod.delete',
		title: 'takes one PIN away and leaves the mobile key',
		play: async ({ run, isKnown, untilUnknown }) => {
			expect(await run({ methodsOf: 'one', accessMethodId: byId(code101) })).toEqual([
				paired({ access_method_id: code101, deleted: true }),
			]);
			await untilUnknown(GET, { access_method_id: code101 });
			expect(await isKnown(GET, { access_method_id: mobileKey101 })).toBe(true);
		},
	},
];
