import got from 'got';
import type { INodeParameters } from 'n8n-workflow';
import { waitFor } from '../../../host/process/waitFor';
import { version } from '../../../package.json';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { operationCases } from '../../e2e/api/operationCases';
import type { WireRecord } from '../../e2e/api/operationCases/operationCase';
import { startHotelSandbox } from '../../support/hotelSandbox';
import {
	keptParameters,
	sentRequests,
	type StoredNode,
	type StoredRelease,
	writeRelease,
} from './storedRelease';

const stored = (name: string, type: string, parameters: INodeParameters): StoredNode => {
	const node = { name, type, typeVersion: 1, parameters };
	return { ...node, parameters: keptParameters(node) ?? {} };
};

/** Runs the cases of the end-to-end tests in the engine. Returns the nodes with the parameters of every run. */
async function playedNodes(): Promise<StoredNode[]> {
	const { sandbox, run, stop } = await startHotelSandbox();
	const nodes: StoredNode[] = [];
	const post = async (path: string, json: object) =>
		await got.post<Record<string, unknown>>(`${sandbox.url}${path}`, {
			json,
			headers: { authorization: `Bearer ${sandbox.apiKey}` },
			responseType: 'json',
			throwHttpErrors: false,
		});
	try {
		for (const { operation, title, play } of operationCases) {
			const [resource = '', name = ''] = operation.split('.');
			await play({
				run: async (given = {}) => {
					const parameters = given as INodeParameters;
					nodes.push(
						stored(`${operation} ${title} (${nodes.length + 1})`, 'deviceAccess', {
							resource,
							operation: name,
							...parameters,
						}),
					);
					const { error, items } = await run(operation, parameters);
					return error ?? items;
				},
				ask: async <Member = WireRecord>(path: string, member: string, body: object = {}) =>
					(await post(path, body)).body[member] as Member,
				isKnown: async (path, body) => (await post(path, body)).ok,
				untilUnknown: async (path, body) => {
					await waitFor(
						'the record to be gone',
						async () => !(await post(path, body)).ok || undefined,
					);
				},
			});
		}
	} finally {
		await stop();
	}
	return nodes;
}

it('freezes the workflows of the version in package.json', async () => {
	const operations: Array<StoredRelease['operations'][number]> = [];
	for (const node of await playedNodes())
		operations.push({ node, requests: await sentRequests(node) });
	const options = { deviceIds: [hotel.devices.room101], maskPinCodes: true };
	const triggerOn = ['access_code.unmanaged.failed_to_convert_to_managed'];
	writeRelease(version, {
		operations,
		triggers: [
			stored('Device Access Trigger', 'deviceAccessTrigger', {
				triggerOn,
				registration: 'byHand',
				options,
			}),
			stored('Device Access Polling Trigger', 'deviceAccessPollingTrigger', { triggerOn, options }),
		],
	});
}, 600_000);
