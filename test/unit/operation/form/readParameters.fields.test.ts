import { defineOperation } from '../../../../nodes/DeviceAccess/operation/defineOperation';
import { action, one } from '../../../../nodes/DeviceAccess/operation/kinds/one';
import { many } from '../../../../nodes/DeviceAccess/operation/kinds/many';
import { fieldsOf, optionsOf } from '../../../../nodes/DeviceAccess/operation/form/readParameters';
import { OPTIONS_OF_ALL } from '../../../../nodes/DeviceAccess/operation/form/options';
import type { Field, Kind } from '../../../../nodes/DeviceAccess/operation/types';
import { resources } from '../../../../nodes/DeviceAccess/resources';
import { kindOf } from '../../../../tools/kindOf';
import { operationOf } from '../itemRun';

const text: Field = { displayName: 'Text', type: 'string', default: '' };
const zone: Field = { ...text, displayName: 'Zone' };
const area: Field = { ...text, displayName: 'Area' };

const operation = (kind: Kind) =>
	defineOperation({
		value: 'x',
		name: 'X',
		action: 'X',
		description: 'X',
		endpoint: '/devices/list',
		effect: 'read',
		kind,
		fields: { kind: text },
		options: { zone, area },
		request: () => ({}),
	});

describe('fieldsOf', () => {
	it('puts its own fields first, then those that the kind of operation adds', () => {
		expect(Object.keys(fieldsOf(operation(one('door'))))).toEqual(['kind']);
		expect(Object.keys(fieldsOf(operation(many('doors'))))).toEqual(['kind', 'returnAll', 'limit']);
	});
});

describe('optionsOf', () => {
	it('begins with its own options in their order; those of its kind and of every operation follow by label', () => {
		expect(
			Object.values(optionsOf(operation(many('doors')))).map(({ displayName }) => displayName),
		).toEqual([
			'Zone',
			'Area',
			'Maximum Pages',
			'Mask PINs',
			'Maximum Retries',
			'Rate Limit Wait',
			'Requests in Flight',
			'Timeout',
			'Workspace',
		]);
	});

	it('sorts all that no operation has of its own by label, in two groups', () => {
		const byLabel = (a: string, b: string) => a.localeCompare(b);
		for (const { operations } of resources)
			for (const one of operations) {
				const shown = Object.entries(optionsOf(one)).filter(
					([name]) => !Object.hasOwn(one.options ?? {}, name),
				);
				const isOfAll = ([name]: [string, Field]) =>
					name in OPTIONS_OF_ALL || name === 'workspaceId';
				const groups = [shown.filter((entry) => !isOfAll(entry)), shown.filter(isOfAll)].map(
					(group) => group.map(([, { displayName }]) => displayName).sort(byLabel),
				);
				expect(shown.map(([, { displayName }]) => displayName)).toEqual(groups.flat());
			}
	});

	it('offers no workspace if the operation is about all workspaces of a token', () => {
		expect(Object.keys(optionsOf(operationOf('workspace', 'getAll')))).not.toContain('workspaceId');
	});

	it('offers the choice for an unsupported code only if such an item can be returned', () => {
		const conversion = operationOf('unmanagedAccessCode', 'convertToManaged');
		const kind = kindOf(conversion);
		if (kind.name !== 'one' || !kind.says?.unsupported)
			throw new Error('The conversion is no action any more that can be unsupported');
		const without = {
			...conversion,
			kind: action({
				idField: 'access_code_id',
				says: { ...kind.says, unsupported: { ...kind.says.unsupported, canBeReturned: false } },
			}),
		};
		expect(Object.keys(optionsOf(conversion))).toContain('onUnsupportedCode');
		expect(Object.keys(optionsOf(without))).not.toContain('onUnsupportedCode');
	});
});
