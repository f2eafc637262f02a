import type { Execution } from '../../host/n8n/n8nClient';

/** What a node gave on its first output in its first run; undefined when it did not run, or gave nothing there. */
export const itemsOf = ({ data }: Execution, nodeName: string): ReadonlyArray<Record<string, unknown>> | undefined =>
	data.resultData.runData[nodeName]?.[0]?.data?.main[0]?.map(({ json }) => json);
