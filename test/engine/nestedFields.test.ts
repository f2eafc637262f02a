import type { IDataObject, INodeParameters, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { defineOperation, one } from '../../nodes/DeviceAccess/operation/defineOperation';
import { readParameters } from '../../nodes/DeviceAccess/operation/readParameters';
import { fieldsOf, toProperty } from '../../nodes/DeviceAccess/operation/toNodeProperties';
import { runNode } from '../support/runNode';

const kind = {
	displayName: 'Kind', name: 'kind', type: 'options', default: 'code', options: [{ name: 'Code', value: 'code' }, { name: 'Link', value: 'link' }],
} as const;
const pin = { displayName: 'PIN', name: 'pin', type: 'string', default: '', showWhen: { kind: ['code'] } } as const;
const endsAt = { displayName: 'Ends At', name: 'endsAt', type: 'dateTime', default: '' } as const;

const operation = defineOperation({
	value: 'read', name: 'Read', action: 'Read fields', description: 'Reads the fields that a person filled in', endpoint: '/doors/get', effect: 'read',
	returns: one('door'),
	fields: {
		key: { displayName: 'Key', type: 'collection', default: {}, options: [kind, pin, endsAt] },
		keys: {
			displayName: 'Keys', type: 'fixedCollection', typeOptions: { multipleValues: true }, default: {},
			options: [{ displayName: 'Row', name: 'row', values: [kind, pin, endsAt] }],
		},
	},
	request: () => ({}),
});

/** A node of the test that gives what the table's reader reads. */
class FieldReader implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Field Reader', name: 'fieldReader', group: [], version: 1, description: 'Reads fields', defaults: { name: 'Field Reader' },
		inputs: ['main'], outputs: ['main'], properties: Object.entries(fieldsOf(operation)).map(([name, field]) => toProperty(name, field)),
	};

	execute: INodeType['execute'] = async function () {
		const { key, keys } = readParameters(this, operation, 0);
		return await Promise.resolve([[{ json: { key, keys } }]]);
	};
}

const read = async (parameters: INodeParameters, input: IDataObject = {}) => {
	const { items, error } = await runNode(new FieldReader(), { parameters, input: [input], timezone: 'America/New_York' });
	if (error) throw error;
	return items[0]?.json;
};

describe('the fields of a collection and of its rows', () => {
	it('do not count while they are hidden, also where an expression decides', async () => {
		const filled = { kind: '={{ $json.kind }}', pin: '1001' };
		const parameters = { key: filled, keys: { row: [filled, { kind: 'code', pin: '1002' }, { kind: 'link', pin: '1003' }] } };
		expect(await read(parameters, { kind: 'link' })).toEqual({
			key: { kind: 'link' }, keys: { row: [{ kind: 'link', endsAt: '' }, { kind: 'code', pin: '1002', endsAt: '' }, { kind: 'link', endsAt: '' }] },
		});
		expect(await read(parameters, { kind: 'code' })).toMatchObject({ key: { kind: 'code', pin: '1001' }, keys: { row: [{ pin: '1001' }, { pin: '1002' }, {}] } });
	});

	it('are decided by the default of a field in a row, and by what was added alone in a collection, as n8n shows them', async () => {
		expect(await read({ key: { pin: '1001' }, keys: { row: [{ pin: '1002' }] } })).toEqual({
			key: {}, keys: { row: [{ kind: 'code', pin: '1002', endsAt: '' }] },
		});
	});

	it('mean the time zone of the workflow by their dates', async () => {
		const parameters = { key: { endsAt: '2030-01-31T15:00:00' }, keys: { row: [{ kind: 'link', endsAt: '2030-01-31T15:00:00' }] } };
		const inUtc = expect.stringMatching(/^2030-01-31T(15:00:00.*-05:00|20:00:00.*Z)$/);
		expect(await read(parameters)).toEqual({ key: { endsAt: inUtc }, keys: { row: [{ kind: 'link', endsAt: inUtc }] } });
	});
});
