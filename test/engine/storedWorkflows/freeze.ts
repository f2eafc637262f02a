import type { INodeParameters } from 'n8n-workflow';
import { version } from '../../../package.json';
import { createSandbox } from '../../../sandbox/createSandbox';
import { hotel } from '../../../sandbox/fixtures/hotel';
import { dossierEntries } from '../../operations';
import { prepareCase } from '../../operations/playCase';
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

/** A node for each case of the dossiers, with its parameters. */
async function nodesOfDossiers(): Promise<StoredNode[]> {
	const sandbox = await createSandbox();
	const nodes: StoredNode[] = [];
	for (const { name, dossier } of dossierEntries) {
		const [resource = '', operation = ''] = name.split('.');
		for (const [title, one] of Object.entries(dossier)) {
			const { parameters } = await prepareCase({ sandbox }, one);
			nodes.push(
				stored(`${name} ${title}`, 'deviceAccess', { resource, operation, ...parameters }),
			);
		}
	}
	await sandbox.stop();
	return nodes;
}

it('freezes the workflows of the version in package.json', async () => {
	const operations: Array<StoredRelease['operations'][number]> = [];
	for (const node of await nodesOfDossiers())
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
