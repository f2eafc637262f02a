import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	byId,
	type OperationName,
	QUICK_CHECKS,
	useHotelSandbox,
} from '../support/service/hotelSandbox';
import { listSearch, loadOptions } from '../support/engine/listSearch';
import { booking, MAPPING } from '../support/service/reservations';
import type { NodeRunOptions } from '../../host/engine/runNode';
import { tokenCredentials } from '../support/service/tokenCredentials';

const { convertible, anotherConvertible } = hotel.unmanagedCodes;
const FROM_ITEM: INodeParameters = { workspaceId: byId('={{ $json.workspace }}') };

const service = useHotelSandbox();

const run = async (
	operation: OperationName,
	parameters: INodeParameters = {},
	options: Partial<NodeRunOptions> = {},
) =>
	await service.run(operation, parameters, {
		credentials: tokenCredentials(service.sandbox, workspaceIds.main),
		...options,
	});

describe('items of several workspaces', () => {
	const [main, other] = [workspaceIds.main, workspaceIds.other];
	const ofMain = (code: string) => ({ workspace: main, code });
	const OF_OTHER = { workspace: other, code: hotel.otherWorkspace.unmanagedCode };
	const convert = async (input: Array<typeof OF_OTHER>, options: Partial<NodeRunOptions> = {}) =>
		await run(
			'unmanagedAccessCode.convertToManaged',
			{
				accessCodeId: byId('={{ $json.code }}'),
				waitForCompletion: true,
				options: { ...FROM_ITEM, ...QUICK_CHECKS },
			},
			{ input, ...options },
		);

	it('are each handled in their own workspace, and come out in the order of the input', async () => {
		const input = [ofMain(convertible), OF_OTHER, ofMain(anotherConvertible)];
		const { items } = await convert(input);
		expect(
			items.map(({ json, pairedItem }) => [json.access_code_id, json.outcome, pairedItem]),
		).toEqual(input.map(({ code }, item) => [code, 'converted', { item }]));
	});

	it('keep the times of their changes apart, because two workspaces can have the same reservation number', async () => {
		const room = { spaceKey: 'office', name: 'Office', options: { workspaceId: byId(other) } };
		await run('space.upsert', room);
		const input = [
			booking({ workspace: main, status: 'cancelled', changed: '2030-01-02T00:00:00Z' }),
			booking({ workspace: other, rooms: 'office', changed: '2030-01-01T00:00:00Z' }),
		];
		const { items } = await run(
			'reservation.upsert',
			{ ...MAPPING, options: { ...QUICK_CHECKS, ...FROM_ITEM, changedAt: '={{ $json.changed }}' } },
			{ input },
		);
		expect(items.map(({ json }) => json.outcome)).toEqual(['nothing_to_end', 'created']);
	});

	it('fail individually if the expression returns no workspace, and are never handled in that of the credential', async () => {
		const { items } = await convert(
			[ofMain(convertible), { workspace: '', code: anotherConvertible }, OF_OTHER],
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.error ?? json.outcome)).toEqual([
			'converted',
			"'Workspace' is empty",
			'converted',
		]);
		expect(service.sandbox.requests.count('/access_codes/unmanaged/convert_to_managed')).toBe(2);
	});

	it.each<[OperationName, INodeParameters]>([
		['reservation.syncMany', MAPPING],
		[
			'unmanagedAccessCode.replaceWithManaged',
			{ accessCodeId: byId(hotel.unmanagedCodes.convertible) },
		],
	])(
		'are refused before any request by %s, which needs them together',
		async (operation, parameters) => {
			const { items } = await run(
				operation,
				{ ...parameters, options: FROM_ITEM },
				{
					input: [
						{ ...booking(), ...ofMain(convertible) },
						{ ...booking({ id: '4712' }), ...OF_OTHER },
					],
					onError: 'continueRegularOutput',
				},
			);
			const refusal = 'Nothing was changed: the items are for several workspaces';
			expect([items.map(({ json }) => json.error), service.paths()]).toEqual([
				[refusal, refusal],
				[],
			]);
		},
	);
});

describe('the lists of the editor', () => {
	const search = async (
		method: string,
		options: INodeParameters = {},
		credentials = tokenCredentials(service.sandbox, workspaceIds.main),
	) =>
		await listSearch('deviceAccess', method, {
			credentials,
			parameters: { resource: 'device', operation: 'get', options },
		});

	it('offer the workspaces of the token to all three nodes, even if none is chosen', async () => {
		for (const node of ['deviceAccess', 'deviceAccessTrigger', 'deviceAccessPollingTrigger']) {
			const { results } = await listSearch(node, 'searchWorkspaces', {
				credentials: tokenCredentials(service.sandbox),
				parameters: { options: {} },
			});
			expect(results).toEqual([
				{ name: 'Hotel (sandbox)', value: workspaceIds.main },
				{ name: 'Cleaning Company', value: workspaceIds.other },
			]);
		}
	});

	it('show the records of the chosen workspace, or else of that of the credential', async () => {
		expect((await search('searchDevices')).results).toHaveLength(12);
		const ofOther = await search('searchDevices', { workspaceId: byId(workspaceIds.other) });
		expect(ofOther.results).toMatchObject([{ value: hotel.otherWorkspace.device }]);
		const choices = await loadOptions('deviceAccessTrigger', 'getDevices', {
			credentials: tokenCredentials(service.sandbox, workspaceIds.main),
			parameters: { options: { workspaceId: byId(workspaceIds.other) } },
		});
		expect(choices).toMatchObject([{ value: hotel.otherWorkspace.device }]);
	});

	it('show nothing of another workspace while the expression returns none', async () => {
		await expect(search('searchDevices', FROM_ITEM)).rejects.toThrow(
			"The list cannot load because 'Workspace' under Options has no value in the editor",
		);
		await expect(search('searchDevices', {}, tokenCredentials(service.sandbox))).rejects.toThrow(
			'No workspace is chosen',
		);
		expect(service.paths()).toEqual([]);
	});
});
