import type { INodeProperties } from 'n8n-workflow';
import {
	type OperationForm,
	shareFields,
} from '../../../../nodes/DeviceAccess/operation/form/shareFields';
import { shownFields } from '../../../support/engine/shownFields';

const field = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...rest,
});
const collection = (...options: INodeProperties[]) =>
	field('options', { type: 'collection', default: {}, options });
const form = (
	resource: string,
	operation: string,
	...properties: INodeProperties[]
): OperationForm => ({ resource, operation, properties });
const shows = (properties: INodeProperties[]) =>
	properties.map(({ name, displayOptions }) => [name, displayOptions?.show]);

describe('shareFields', () => {
	it('shows no form a field that it does not have', () => {
		const forms = [
			form('door', 'get', field('id')),
			form('key', 'open', field('id')),
			form('door', 'open'),
			form('key', 'get', field('id')),
			form('gate', 'open', field('id')),
		];
		const shared = shareFields(forms);
		for (const { resource, operation, properties } of forms)
			expect([resource, operation, shownFields(shared, resource, operation)]).toEqual([
				resource,
				operation,
				properties,
			]);
	});

	it('keeps different fields of one name apart', () => {
		const forms = [
			form('door', 'get', field('id', { displayName: 'Door' })),
			form('key', 'get', field('id', { displayName: 'Key' })),
		];
		expect(shows(shareFields(forms))).toEqual([
			['id', { resource: ['door'], operation: ['get'] }],
			['id', { resource: ['key'], operation: ['get'] }],
		]);
	});

	it('gives an entry of a collection each condition that keeps it out of a form which has the collection, and no other', () => {
		const forms = [
			form('door', 'get', collection(field('limit'), field('area'), field('only'))),
			form('door', 'open', collection(field('area'))),
			form('key', 'get', collection(field('limit'))),
			form('key', 'cut', collection()),
			form('gate', 'open'),
		];
		const shared = shareFields(forms);
		expect(shows((shared[0]?.options ?? []) as INodeProperties[])).toEqual([
			['limit', { '/operation': ['get'] }],
			['area', { '/resource': ['door'] }],
			['only', { '/resource': ['door'], '/operation': ['get'] }],
		]);
		for (const { resource, operation, properties } of forms)
			expect(shownFields(shared, resource, operation)).toEqual(properties);
	});

	it('keeps collections apart if an entry of one name has different defaults', () => {
		const mode = (preset: string, displayName = 'mode') =>
			collection(field('mode', { displayName, default: preset }));
		const shared = shareFields([
			form('door', 'get', mode('a')),
			form('key', 'get', mode('b')),
			form('key', 'open', mode('b', 'Mode')),
		]);
		expect(
			shared.map(({ options }) => (options as INodeProperties[]).map((entry) => entry.default)),
		).toEqual([['a'], ['b', 'b']]);
	});

	it('keeps the order of each form, and puts a field that others depend on first where it can', () => {
		const shared = shareFields([
			form('door', 'get', field('id')),
			form(
				'door',
				'find',
				field('name'),
				field('by'),
				field('key', { displayOptions: { show: { by: ['key'] } } }),
			),
			form('key', 'get', field('by')),
		]);
		expect(shared.map(({ name }) => name)).toEqual(['by', 'id', 'name', 'by', 'key']);
	});
});
