import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runItems } from '../../../../nodes/DeviceAccess/operation/run/runItems';
import { resources } from '../../../../nodes/DeviceAccess/resources';

const DEVICE_ID = 'de51ce00-0000-4000-8000-000000000001';

/** The context of a node that locks a device for each of these IDs, and the requests that it receives. */
function lockingContext(deviceIds: string[]) {
	const requests: IDataObject[] = [];
	const parametersOf = (itemIndex: number): IDataObject => ({
		resource: 'device',
		operation: 'lock',
		deviceId: deviceIds[itemIndex],
		waitForCompletion: false,
		options: {},
	});
	const context = {
		getNode: () => ({
			id: 'node',
			name: 'Device Access',
			type: 'deviceAccess',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getInputData: () => deviceIds.map(() => ({ json: {} })),
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) =>
			parametersOf(itemIndex)[name] ?? fallback,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://device-access.example.com', apiKey: 'key' }),
		getExecutionCancelSignal: () => undefined,
		addExecutionHints: () => {},
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { body }: { body: string }) => {
				const sent = JSON.parse(body) as IDataObject;
				requests.push(sent);
				const attempt = {
					action_attempt_id: 'a1',
					action_type: 'LOCK_DOOR',
					status: 'success',
					result: {},
					error: null,
				};
				return await Promise.resolve({
					statusCode: 200,
					headers: {},
					body: { action_attempt: attempt, ok: true },
				});
			},
		},
	};
	return { context: context as unknown as IExecuteFunctions, requests };
}

describe('an item with an invalid value', () => {
	it.each([['front door'], ['']])(
		'ends the run before anything is sent, with the value %p',
		async (deviceId) => {
			const { context, requests } = lockingContext([DEVICE_ID, deviceId]);
			await expect(runItems(context, resources, { continueOnFail: false })).rejects.toMatchObject({
				context: { itemIndex: 1 },
			});
			expect(requests).toEqual([]);
		},
	);

	it('is not sent, and only it fails, with continue on fail', async () => {
		const { context, requests } = lockingContext(['front door', DEVICE_ID]);
		const items = await runItems(context, resources, { continueOnFail: true });
		expect(items).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ error: expect.stringContaining('Device') }),
				pairedItem: { item: 0 },
			}),
			{ json: expect.objectContaining({ device_id: DEVICE_ID }), pairedItem: { item: 1 } },
		]);
		expect(requests).toEqual([{ device_id: DEVICE_ID }]);
	});
});
