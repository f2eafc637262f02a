import { type INode, type INodeParameters, type INodeType, NodeHelpers } from 'n8n-workflow';
import { DeviceAccess } from '../../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import type { StoredNode } from './storedRelease';

const types: readonly INodeType[] = [new DeviceAccess(), new DeviceAccessTrigger(), new DeviceAccessPollingTrigger()];

/** The node type that the package has now under a stored name. Throws when there is none. */
export function descriptionOf(type: string) {
	const nodeType = types.find(({ description }) => description.name === type);
	if (!nodeType) throw new Error(`The package has no node ${type} any more`);
	return nodeType.description;
}

const toNode = ({ name, type, typeVersion, parameters }: StoredNode): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters });

/** The parameters that the editor keeps when it opens and saves the node: a field that is gone, or hidden, is missing. */
export function keptParameters(stored: StoredNode): INodeParameters | null {
	const description = descriptionOf(stored.type);
	return NodeHelpers.getNodeParameters(description.properties, stored.parameters, false, false, toNode(stored), description);
}

/** The stored parameters with the defaults that a workflow does not store, as the node reads them. */
export function readParametersOf(stored: StoredNode): INodeParameters | null {
	const description = descriptionOf(stored.type);
	return NodeHelpers.getNodeParameters(description.properties, stored.parameters, true, false, toNode(stored), description);
}

/** The red fields of the node in the editor, null when there are none. */
export function issuesOf(stored: StoredNode) {
	const description = descriptionOf(stored.type);
	return NodeHelpers.getNodeParametersIssues(description.properties, toNode(stored), description);
}
