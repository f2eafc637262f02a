import { hotel } from '../../../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../../../sandbox/fixtures/workspaces';
import { lists, type OperationCase, paired, QUICKLY, type WireRecord } from './operationCase';

const { timeBound } = hotel.unmanagedCodes;
const CONVERTED = {
	event_types: ['access_code.unmanaged.converted_to_managed'],
	since: '2026-01-01T00:00:00.000Z',
};

export const eventAndWorkspaceCases: readonly OperationCase[] = [
	{
		operation: 'event.get',
		title: 'gets the event of a conversion',
		play: async ({ run, ask }) => {
			await ask('/access_codes/unmanaged/convert_to_managed', 'action_attempt', {
				access_code_id: timeBound,
				sync: true,
			});
			const events = await ask<WireRecord[]>('/events/list', 'events', {
				...CONVERTED,
				access_code_ids: [timeBound],
			});

			expect(events).toEqual([expect.objectContaining({ access_code_id: timeBound })]);
			expect(await run({ eventId: events[0]?.event_id })).toEqual(events.map(paired));
		},
	},
	lists(
		'event.getAll',
		'lists the conversions since the beginning of the year',
		['/events/list', 'events', CONVERTED],
		{
			since: CONVERTED.since,
			filters: { eventTypes: CONVERTED.event_types },
		},
	),
	{
		operation: 'workspace.get',
		title: 'gets the workspace',
		play: async ({ run, ask }) => {
			const workspace = await ask('/workspaces/get', 'workspace');

			expect(await run()).toEqual([paired(workspace)]);
		},
	},
	lists('workspace.getAll', 'lists the one workspace of the key', [
		'/workspaces/list',
		'workspaces',
	]),
	{
		operation: 'workspace.create',
		title: 'says that an API key creates no workspace',
		play: async ({ run }) => {
			expect(await run({ name: 'Trial' })).toMatchObject({
				httpCode: '401',
				description: expect.stringContaining('Personal Access Token'),
			});
		},
	},
	{
		operation: 'workspace.update',
		title: 'sets what an owner reads when the account is connected',
		play: async ({ run, ask }) => {
			const items = await run({ updateFields: { successMessage: 'Thank you' } });

			const workspace = await ask('/workspaces/get', 'workspace');
			expect(workspace).toMatchObject({
				connect_webview_customization: { success_message: 'Thank you' },
			});
			expect(items).toEqual([paired(workspace)]);
		},
	},
	{
		operation: 'workspace.resetSandbox',
		title: 'puts the workspace back to its start, after its name was typed in',
		play: async ({ run, isKnown }) => {
			expect(await isKnown('/access_codes/unmanaged/get', { access_code_id: timeBound })).toBe(
				false,
			);

			expect(
				await run({ workspaceName: 'Hotel', waitForCompletion: true, options: QUICKLY }),
			).toEqual([
				paired({
					workspace_id: workspaceIds.main,
					outcome: 'reset',
					message: expect.any(String),
					action_attempt: expect.objectContaining({
						action_type: 'RESET_SANDBOX_WORKSPACE',
						status: 'success',
					}),
				}),
			]);
			expect(await isKnown('/access_codes/unmanaged/get', { access_code_id: timeBound })).toBe(
				true,
			);
		},
	},
];
