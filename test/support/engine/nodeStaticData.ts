import type { IDataObject, Workflow } from 'n8n-workflow';

/** A copy of a workflow's static data with the given data for one node, as if read from n8n's database. */
export function loadStaticData(nodeName: string, nodeData: IDataObject): IDataObject {
	return { [`node:${nodeName}`]: JSON.parse(JSON.stringify(nodeData)) as IDataObject };
}

/** Writes the node's static data back into the caller's object, as if through n8n's database. */
export function saveStaticData(workflow: Workflow, nodeName: string, target: IDataObject): void {
	const saved = JSON.parse(
		JSON.stringify(workflow.staticData[`node:${nodeName}`] ?? {}),
	) as IDataObject;
	for (const key of Object.keys(target)) delete target[key];
	Object.assign(target, saved);
}
