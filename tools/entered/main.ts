// Prints how many files and functions of the built package one execution enters: npm run entered [-- --list]
import '../../host/engine/n8nEnvironment.js';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../../host/engine/runNode';
import { createSandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';

/** An execution of the action node. */
interface Example {
	name: string;
	parameters: INodeParameters;
}

const BUILT_NODES = join(__dirname, '../../dist/nodes/DeviceAccess');

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** The fields of a booking of Room 101. */
const stay = (reservationKey: string): INodeParameters => ({
	resource: 'reservation',
	reservationKey,
	status: 'confirmed',
	guestName: 'Guest of Room 101',
	guestContact: 'guest@example.com',
	rooms: { __rl: true, mode: 'key', value: 'room-101' },
	arrival: inDays(10),
	departure: inDays(12),
});

const EXAMPLES: readonly Example[] = [
	{
		name: 'A new reservation, Create or Update',
		parameters: { ...stay('R-1'), operation: 'upsert' },
	},
	{
		name: 'The same again, unchanged',
		parameters: { ...stay('R-1'), operation: 'upsert' },
	},
	{
		name: 'A new reservation, Sync Many',
		parameters: { ...stay('R-2'), operation: 'syncMany', options: { closeAtMost: 3 } },
	},
	{
		name: 'Convert to Managed',
		parameters: {
			resource: 'unmanagedAccessCode',
			operation: 'convertToManaged',
			accessCodeId: hotel.unmanagedCodes.convertible,
		},
	},
	{
		name: 'Get Many Devices',
		parameters: { resource: 'device', operation: 'getAll', returnAll: true },
	},
];

async function main(isListing: boolean): Promise<void> {
	const sandbox = await createSandbox({ settings: { attemptDurationMs: 40 } });
	const credentials = { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } };
	const run = async (parameters: INodeParameters) =>
		await runNode('deviceAccess', { credentials, parameters });
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	try {
		// Loads all modules, so that the executions count only what they call.
		await run({ resource: 'workspace', operation: 'get' });
		for (const { name, parameters } of EXAMPLES) {
			await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
			const { error, items } = await run(parameters);
			const { result } = await session.post('Profiler.takePreciseCoverage');
			await session.post('Profiler.stopPreciseCoverage');
			if (error !== undefined || items.length === 0)
				throw new Error(`${name} failed: ${String(error)}`);
			report(name, enteredFunctions(result), isListing);
		}
	} finally {
		session.disconnect();
		await sandbox.stop();
	}
}

/** How many functions of each file were called, by the file's path in the package. */
function enteredFunctions(
	scripts: readonly Profiler.ScriptCoverage[],
): ReadonlyMap<string, number> {
	const entered = new Map<string, number>();
	for (const { url, functions } of scripts) {
		const file = url.startsWith('file:') ? fileURLToPath(url) : url;
		if (!file.startsWith(BUILT_NODES)) continue;
		const called = functions.filter(
			({ ranges: [range] }) => range !== undefined && range.count > 0,
		);
		if (called.length > 0) entered.set(relative(BUILT_NODES, file), called.length);
	}
	return entered;
}

function report(name: string, entered: ReadonlyMap<string, number>, isListing: boolean): void {
	const sum = [...entered.values()].reduce((total, count) => total + count, 0);
	console.log(`${name}: ${entered.size} files, ${sum} functions`);
	if (!isListing) return;
	for (const [file, count] of [...entered].sort(([a], [b]) => a.localeCompare(b)))
		console.log(`  ${file} ${count}`);
}

void main(process.argv.includes('--list'));
