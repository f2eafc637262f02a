import type { IDataObject } from 'n8n-workflow';
import { defineOperation, many, one, attempt } from '../../../nodes/DeviceAccess/operation/defineOperation';
import { executionHints } from '../../../nodes/DeviceAccess/operation/executionHints';

const operation = (returns: Parameters<typeof defineOperation>[0]['returns']) =>
	defineOperation({ value: 'x', name: 'X', action: 'X', description: 'X', endpoint: '/x', effect: 'read', returns, fields: {}, request: () => ({}) });
const items = (jsons: IDataObject[]) => jsons.map((json) => ({ json }));

const values = { options: {} };

const convert = operation(attempt({ idField: 'access_code_id', done: { outcome: 'converted', sentence: '' }, acceptedSentence: '', failedSentence: '' }));

describe('what is said above the output', () => {
	it('is that an empty list is no failure', () => {
		expect(executionHints(operation(many('devices')), [], [{ records: [], values }])).toEqual([{ message: expect.stringMatching(/^Nothing was found\. That is no failure\./), location: 'outputPane' }]);
	});

	it('is what the operation says of its empty list', () => {
		expect(executionHints(operation(many('devices', { nothingFound: 'No locks here.' })), [], [{ records: [], values }])).toEqual([{ message: 'No locks here.', location: 'outputPane' }]);
	});

	it('is what the operation says of its empty list where a filter is set', () => {
		const list = { ...operation(many('devices', { nothingFound: 'No locks here.', nothingFits: 'No lock fits.' })), request: ({ options }: IDataObject) => options as IDataObject };
		const messages = [{ search: undefined }, { search: 'door' }].map((options) => executionHints(list, [], [{ records: [], values: { options } }])[0]?.message);
		expect(messages).toEqual(['No locks here.', 'No lock fits.']);
	});

	it('is that a list goes on beyond Limit', () => {
		const records = [{ device_id: '1' }, { device_id: '2' }];
		expect(executionHints(operation(many('devices')), items(records), [{ records, hasMore: true, values }])).toEqual([
			{ message: 'Only the first 2 are shown. Switch on Return All for the rest.', location: 'outputPane' },
		]);
	});

	it('is how many of several lists go on beyond Limit', () => {
		const records = [{ device_id: '1' }];
		const states = [{ records, hasMore: true, values }, { records, hasMore: false, values }, { failed: new Error('refused') }, undefined];
		expect(executionHints(operation(many('devices')), items([...records, ...records]), states)).toEqual([{
			message: 'The lists of 1 of 4 input items are longer than Limit, and only their first records are shown. Switch on Return All for the rest.',
			location: 'outputPane',
		}]);
	});

	it('is how many of several actions ended how, and what can be done about the others', () => {
		const output = items([{ outcome: 'converted' }, { outcome: 'unsupported' }, { outcome: 'converted' }, { outcome: 'pending' }, { error: 'refused', details: {} }]);
		expect(executionHints(convert, output, [])).toEqual([{
			message:
				'Of 5 items: 2 converted, 1 unsupported, 1 pending, 1 not done. For unsupported ones see the operation Replace With Managed. ' +
				'Pending ones are accepted and go on at the service: look at them later, or raise Wait Timeout under Options.',
			location: 'outputPane',
		}]);
	});

	it.each([
		['one unsupported code', [{ outcome: 'unsupported' }], 'Of 1 item: 1 unsupported. For unsupported ones see the operation Replace With Managed.'],
		['unsupported codes alone', [{ outcome: 'unsupported' }, { outcome: 'unsupported' }], 'Of 2 items: 2 unsupported. For unsupported ones see the operation Replace With Managed.'],
		['one PIN that is locked out', [{ outcome: 'lockedOut' }], 'Of 1 item: 1 lockedOut. For those with lockedOut the PIN does not work now: their field recovery says what to do.'],
	])('is what to do about %s', (_title, jsons, message) => {
		expect(executionHints(convert, items(jsons), [])).toEqual([{ message, location: 'outputPane' }]);
	});

	it.each([
		['a list with records', operation(many('devices')), [{ device_id: '1' }]],
		['one record', operation(one('device')), []],
		['one action', convert, [{ outcome: 'pending' }]],
		['actions that all ended alike', convert, [{ outcome: 'converted' }, { outcome: 'converted' }]],
	])('is nothing for %s', (_title, entry, jsons) => {
		expect(executionHints(entry, items(jsons), [{ records: jsons, values }])).toEqual([]);
	});
});
