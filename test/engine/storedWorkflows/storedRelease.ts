import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type INode, type INodeParameters, type INodeType, NodeHelpers } from 'n8n-workflow';
import { DeviceAccess } from '../../../nodes/DeviceAccess/DeviceAccess.node';
import { DeviceAccessPollingTrigger } from '../../../nodes/DeviceAccess/DeviceAccessPollingTrigger.node';
import { DeviceAccessTrigger } from '../../../nodes/DeviceAccess/DeviceAccessTrigger.node';
import { startHotelSandbox } from '../../support/service/hotelSandbox';
import { runNode } from '../../../host/engine/runNode';

const FOLDER = resolve(__dirname, '../../fixtures/storedWorkflows');

const types: readonly INodeType[] = [
	new DeviceAccess(),
	new DeviceAccessTrigger(),
	new DeviceAccessPollingTrigger(),
];

/** A node as a workflow of a release stores it. */
export interface StoredNode {
	readonly name: string;
	/** Without the package's name, such as `deviceAccess`. */
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: INodeParameters;
}

interface StoredRequest {
	readonly path: string;
	readonly body: unknown;
}

/** The contents of `test/fixtures/storedWorkflows/VERSION.json`: action nodes with the requests of each to a fresh sandbox, and triggers. */
export interface StoredRelease {
	readonly operations: ReadonlyArray<{
		readonly node: StoredNode;
		readonly requests: readonly StoredRequest[];
	}>;
	readonly triggers: readonly StoredNode[];
}

/** The frozen releases with their versions; empty before the first release. */
export const frozenReleases = (): Array<[version: string, release: StoredRelease]> =>
	(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []).map((file) => [
		file,
		JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as StoredRelease,
	]);

/** Writes the file of a release. Throws if the release is already frozen, because a release never changes. */
export function writeRelease(version: string, release: StoredRelease): void {
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(join(FOLDER, `${version}.json`), `${JSON.stringify(release, null, '\t')}\n`, {
		flag: 'wx',
	});
}

function descriptionOf({ type }: StoredNode) {
	const nodeType = types.find(({ description }) => description.name === type);
	if (!nodeType) throw new Error(`The package has no node ${type} any more`);
	return nodeType.description;
}

const toNode = ({ name, type, typeVersion, parameters }: StoredNode): INode => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** The parameters that remain after the editor opens and saves the node; removed and hidden fields are missing. */
export function keptParameters(stored: StoredNode): INodeParameters | null {
	const description = descriptionOf(stored);
	return NodeHelpers.getNodeParameters(
		description.properties,
		stored.parameters,
		false,
		false,
		toNode(stored),
		description,
	);
}

/** The node as today's editor opens it, with its red fields; `issues` is null if there are none. */
export function opened(stored: StoredNode) {
	const description = descriptionOf(stored);
	return {
		isKnownVersion: [description.version].flat().includes(stored.typeVersion),
		parameters: keptParameters(stored),
		issues: NodeHelpers.getNodeParametersIssues(
			description.properties,
			toNode(stored),
			description,
		),
	};
}

/** Any UUID that is not from the sandbox's fixtures (sandbox/fixtures/fixtureId.ts); such IDs are random in every run. */
const DRAWN_ID = /[0-9a-f]{8}-(?!0000-4000-8000-)[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The requests of a stored node to a fresh sandbox, each once, because waits repeat them. */
export async function sentRequests({
	type,
	typeVersion,
	parameters,
}: StoredNode): Promise<StoredRequest[]> {
	const hotel = await startHotelSandbox();
	try {
		await runNode(type, { typeVersion, parameters, credentials: hotel.credentials });
		const sent = hotel.sandbox.requests.entries.map(({ path, body }) =>
			JSON.stringify({ path, body: body ?? null }).replace(DRAWN_ID, 'an id drawn in the run'),
		);
		return [...new Set(sent)].map((request) => JSON.parse(request) as StoredRequest);
	} finally {
		await hotel.stop();
	}
}
