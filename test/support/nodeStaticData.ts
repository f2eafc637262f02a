import type { IDataObject, Workflow } from 'n8n-workflow';

/** A workflow's static data in which one node has the given data: a copy, as if read from n8n's database. */
export function loadStaticData(nodeName: string, nodeData: IDataObject): IDataObject {
	return { [`node:${nodeName}`]: JSON.parse(JSON.stringify(nodeData)) as IDataObject };
}

/** Writes what the node has left in its static data back into the caller's object, as if through n8n's database. */
export function saveStaticData(workflow: Workflow, nodeName: string, target: IDataObject): void {
	const saved = JSON.parse(JSON.stringify(workflow.staticData[`node:${nodeName}`] ?? {})) as IDataObject;
	for (const key of Object.keys(target)) delete target[key];
	Object.assign(target, saved);
}
