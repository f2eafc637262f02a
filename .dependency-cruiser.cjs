// The floors of the folders (design: "a floor imports only floors below it"), run by `npm run lint`.
const NODES = '^nodes/DeviceAccess/';
const SANDBOX = '^sandbox/';

/** Folders from the lowest floor to the highest; folders in one array stand side by side and do not import each other. */
const NODE_FLOORS = [
	['wire', 'events'],
	['errors'],
	['transport'],
	['lists'],
	['waiting'],
	['operation'],
	['migration'],
	['resources/fields'],
	['reservations/bookings'],
	['reservations/stays'],
	['reservations/grants'],
	['reservations/plan'],
	['reservations/steps'],
	['reservations/message'],
	['reservations/items'],
	['reservations'],
	['whoCanOpen'],
	['resources', 'listSearch', 'trigger'],
];
/** The folders inside `operation/`. The files beside them, the types of an operation, are the floor below. */
const OPERATION = `${NODES}operation/`;
const OPERATION_FLOORS = [['form'], ['output'], ['run'], ['kinds']];
const SANDBOX_FLOORS = [
	['schemas'],
	['state'],
	['faults'],
	['domain'],
	['domain/accessCodes'],
	['domain/devices'],
	['domain/access'],
	['fixtures'],
	['http'],
];

/**
 * A rule for each folder: it imports nothing from above or from beside it, and no file of the root except `rootFloor`; a folder
 * inside another one is a floor of its own.
 */
function floorRules(root, floors, rootFloor = []) {
	const pathsOf = (folders) => folders.map((folder) => `${root}${folder}/`);
	const isInside = (folder, others) => others.some((other) => folder.startsWith(`${other}/`));
	return floors.flatMap((floor, level) => {
		const below = floors.slice(0, level).flat();
		return floor.map((folder) => {
			const forbidden = [
				...floors.slice(level + 1).flat(),
				...floor.filter((other) => other !== folder),
			];
			const inner = floors.flat().filter((other) => isInside(other, [folder]));
			return {
				name: `floor-${folder.replaceAll('/', '-')}`,
				severity: 'error',
				from: { path: `${root}${folder}/`, pathNot: pathsOf(inner) },
				to: {
					path: [...pathsOf(forbidden), `${root}[^/]+$`],
					pathNot: [
						...pathsOf([folder, ...below.filter((other) => isInside(other, forbidden))]),
						...rootFloor,
					],
				},
			};
		});
	});
}

module.exports = {
	forbidden: [
		{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
		...floorRules(NODES, NODE_FLOORS),
		...floorRules(OPERATION, OPERATION_FLOORS, [`${OPERATION}[^/]+$`]),
		{
			name: 'floor-operation-types',
			severity: 'error',
			from: { path: `${OPERATION}[^/]+$`, pathNot: `${OPERATION}(defineOperation|index)\\.ts$` },
			to: { path: OPERATION, pathNot: `${OPERATION}[^/]+$` },
		},
		...floorRules(SANDBOX, SANDBOX_FLOORS),
		{
			name: 'published-code-stays-in-the-package',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^(sandbox|host|test|bench|tools|proof|examples|pms)/' },
		},
		{
			// The pages about operations are written from the dossiers.
			name: 'nothing-imports-tests',
			severity: 'error',
			from: { pathNot: ['^test/', '^tools/docs/', '^examples/.*\\.test\\.ts$'] },
			to: { path: '^test/' },
		},
		{
			// What judges the nodes shares no code with them.
			name: 'oracle-imports-no-nodes',
			severity: 'error',
			from: { path: '^proof/', pathNot: '^proof/histories/node\\.ts$' },
			to: { path: '^nodes/' },
		},
		{
			name: 'docs-import-only-dossiers',
			severity: 'error',
			from: { path: '^tools/docs/' },
			to: { path: '^test/', pathNot: '^test/operations/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		// The data of n8n, with its own bundles, once the demo has run.
		exclude: { path: '^host/\\.n8n/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.dev.json' },
	},
};
