import type { IExecuteFunctions } from 'n8n-workflow';
import { parameterReader } from '../../../../nodes/DeviceAccess/operation/form/readParameters';
import { operationOf } from '../itemRun';

const read = (filters: unknown) => {
	const context = {
		getTimezone: () => 'UTC',
		getNode: () => ({ parameters: { filters } }),
		getNodeParameter: (name: string, _index: number, preset: unknown) =>
			name === 'filters' ? filters : preset,
	} as unknown as IExecuteFunctions;
	return parameterReader(context, operationOf('device', 'getAll'))(0);
};

it.each([
	['a list of rows', { customMetadata: [{ key: 'floor', value: '1' }] }, 'Custom Metadata'],
	['a text', { customMetadata: 'floor=1' }, 'Custom Metadata'],
	['unknown rows', { customMetadata: { others: [{ key: 'floor' }] } }, 'Custom Metadata'],
	['rows of text', { customMetadata: { entries: ['floor'] } }, 'Custom Metadata'],
	['one row', { customMetadata: { entries: { key: 'floor', value: '1' } } }, 'Custom Metadata'],
	['a row that is nothing', { customMetadata: { entries: [null] } }, 'Custom Metadata'],
	['filters as a list', [{ search: 'door' }], 'Filters'],
	['filters as a text', 'door', 'Filters'],
])('a filter in another form than the editor gives it is refused: %s', (_what, filters, label) => {
	expect(() => read(filters)).toThrow(`'${label}' is not in the form that the editor gives it`);
});

it('rows in the form of the editor are read', () => {
	const filters = { customMetadata: { entries: [{ key: 'floor', value: '1' }] } };
	expect(read(filters)).toMatchObject({ filters });
});
