import type { IExecuteFunctions } from 'n8n-workflow';
import { HIDDEN } from '../../../../nodes/DeviceAccess/errors/maskPins';
import { outputItems } from '../../../../nodes/DeviceAccess/operation/output/outputItems';
import { itemRun, itemWork, operationOf } from '../itemRun';

it.each([
	{ maskPinCodes: true, code: HIDDEN },
	{ maskPinCodes: false, code: '4821' },
])('carries the code $code of the input item if Mask PINs is $maskPinCodes', (options) => {
	const input = { code: '4821', guest_name: 'Ann' };
	const operation = { ...operationOf('reservation', 'upsert'), carries: ['code', 'absent'] };
	const context = {
		getInputData: () => [{ json: input }],
		// An option by an expression can be a text, so only the value that was read counts.
		getNodeParameter: () => ({ maskPinCodes: String(options.maskPinCodes) }),
	} as unknown as IExecuteFunctions;
	const items = [{ ...itemWork({}), input, values: { options } }];
	const states = [{ is: 'finished' as const, records: [{ outcome: 'created' }] }];
	expect(outputItems(itemRun(operation, { context }), states, items)).toEqual([
		{ json: { outcome: 'created', code: options.code }, pairedItem: { item: 0 } },
	]);
});
