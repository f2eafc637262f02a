import { packages } from '../../host/n8n-2/package-lock.json';

interface LockedPackage {
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const LOCKED = packages as unknown as Record<string, LockedPackage | undefined>;
const NODES = 'node_modules/n8n-nodes-base';

/** npm installs n8n without the peers of its packages, so a node whose package needs one would fail when it is executed. */
it("the demo's n8n has what the packages of n8n's own nodes need beside them", () => {
	const missing = Object.keys(LOCKED[NODES]?.dependencies ?? {}).flatMap((name) => {
		const nested = `${NODES}/node_modules/${name}`;
		const folder = LOCKED[nested] ? nested : `node_modules/${name}`;
		const { peerDependencies = {}, peerDependenciesMeta = {} } = LOCKED[folder] ?? {};
		return Object.keys(peerDependencies)
			.filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
			.filter(
				(peer) => !LOCKED[`node_modules/${peer}`] && !LOCKED[`${folder}/node_modules/${peer}`],
			)
			.map((peer) => `${name} needs ${peer}`);
	});
	expect(missing).toEqual([]);
});
