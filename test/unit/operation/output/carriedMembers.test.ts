import type { IExecuteFunctions } from 'n8n-workflow';
import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import { outputItems } from '../../../../nodes/DeviceAccess/operation/output/outputItems';
import { itemRun, itemWork, operationOf } from '../itemRun';

it.each([
	{ maskPinCodes: true, code: HIDDEN },
	{ maskPinCodes: false, code: '4821' },
])(
	'carries the code $code of the input item if Mask PINs is $maskPinCodes, and nothing to an item beyond it',
	(options) => {
		const input = { code: '4821', guest_name: 'Ann' };
		const operation = {
			...operationOf('reservation', 'upsert'),
			carries: ['code', 'absent', 'guest_name'],
		};
		const context = {
			getInputData: () => [{ json: input }],
			// An option by an expression can be a text, so only the value that was read counts.
			getNodeParameter: () => ({ maskPinCodes: String(options.maskPinCodes) }),
		} as unknown as IExecuteFunctions;
		const items = [{ ...itemWork({}), input, values: { options } }];
		const states = [{ outcome: 'created', guest_name: 'Ann Lee' }, { outcome: 'failed' }].map(
			(record) => ({ is: 'finished' as const, records: [record] }),
		);
		expect(outputItems(itemRun(operation, { context }), states, items)).toStrictEqual([
			{
				json: { outcome: 'created', guest_name: 'Ann Lee', code: options.code },
				pairedItem: { item: 0 },
			},
			{ json: { outcome: 'failed' }, pairedItem: [] },
		]);
	},
);
