import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';
import { nodeOf } from '../../../host/n8n/readExample';
import { pollTrigger } from '../engine/pollTrigger';
import type { HostN8n } from './useExample';

/**
 * What the polling trigger of an example finds: a function that returns the items since its last call. In each test, it was
 * called once at the beginning.
 */
export function usePolledEvents(
	{ example }: HostN8n,
	trigger: string,
	service: { credentials: CredentialData },
): () => Promise<IDataObject[]> {
	let staticData: IDataObject = {};
	const poll = async () => {
		const { triggerOn, options } = nodeOf(example, trigger).parameters;
		const items = await pollTrigger('deviceAccessPollingTrigger', {
			parameters: { triggerOn, options } as never,
			credentials: service.credentials,
			staticData,
		});
		return (items ?? []).map(({ json }) => json);
	};
	beforeEach(async () => {
		staticData = {};
		await poll();
	});
	return poll;
}
