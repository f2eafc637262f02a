import type { Execution } from '../../host/n8n/n8nClient';

/** The items of a node's first output in its first run; undefined if it did not run or the output was empty. */
export const itemsOf = (
	{ data }: Execution,
	nodeName: string,
): ReadonlyArray<Record<string, unknown>> | undefined =>
	data.resultData.runData[nodeName]?.[0]?.data?.main[0]?.map(({ json }) => json);
