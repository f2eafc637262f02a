import type { IDataObject } from 'n8n-workflow';
import { nodeOf, withSetting } from '../host/n8n/readExample';
import { type ExampleRun, useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';

const service = useHotelSandbox({ settings: { attemptDurationMs: 20 } });
const host = useExample('migrate-unmanaged-codes.json', service);

const migrate = async () => await host.run('Start');
const managedIds = () =>
	[...service.sandbox.state.accessCodes.values()]
		.filter(({ isManaged }) => isManaged)
		.map(({ accessCodeId }) => accessCodeId);
const summaryOf = ({ json }: ExampleRun): IDataObject =>
	Object.fromEntries(
		json('Summary').map(({ outcome, codes }) => [String(outcome), codes] as const),
	);
/** Room 201 cannot be managed; Pool Gate and Spa have three codes each whose provider converts none; two are on a lock that is offline; two stay. */
const LEFT = { keep: 10, replace: 1 };

it('converts what can be converted, names each other lock and the reason, and converts nothing again, but tries what failed if a person says so', async () => {
	const before = new Set(managedIds());

	const first = await migrate();

	const converted = managedIds().filter((id) => !before.has(id));
	expect(first.status).toBe('success');
	expect(converted).toHaveLength(16);
	expect(summaryOf(first)).toEqual({ converted: 16, failed: 1, ...LEFT });
	expect(JSON.stringify(first.run.data)).not.toMatch(/"code":"\d/);
	const rest = first.json('Not converted');
	for (const device of ['Room 201', 'Room 202', 'Pool Gate', 'Spa', 'Garage'])
		expect(rest).toContainEqual(
			expect.objectContaining({ device, reason: expect.stringMatching(/\S/) }),
		);

	const second = await migrate();

	expect(managedIds().filter((id) => !before.has(id))).toEqual(converted);
	expect(summaryOf(second)).toEqual({ 'failed before': 1, ...LEFT });

	const as = withSetting(host.example, 'Settings', 'try_failed_again', true);
	expect(summaryOf(await host.run('Start', { as }))).toEqual({ failed: 1, ...LEFT });
});

it('names the locks of an interrupted batch and a lock that could not be read, and finishes them in the next execution', async () => {
	const before = managedIds().length;
	const refusal = { kind: 'status', status: 400 } as const;
	service.sandbox.faults.next('/events/list', refusal, { after: 1 });
	service.sandbox.faults.next('/access_codes/unmanaged/list', refusal, { after: 3 });
	const as = structuredClone(host.example);
	nodeOf(as, 'Batches').parameters.batchSize = 5;

	const run = await host.run('Start', { as });

	const unread = run.json('Not converted').filter(({ codes }) => codes === 0);
	expect(unread).toEqual([
		expect.objectContaining({ outcome: 'not read', reason: expect.stringMatching(/\S/) }),
		expect.objectContaining({ outcome: 'not finished', reason: expect.stringMatching(/\S/) }),
	]);
	expect(unread.map(({ device }) => String(device).split(', ').length)).toEqual([1, 5]);
	await migrate();
	expect(managedIds().length - before).toBe(16);
});

it.each([
	[{ kind: 'status', status: 403 }, 'refused'],
	[{ kind: 'cut', isProcessed: false }, 'not certain'],
] as const)('counts a call that ends with %o as "%s", and continues', async (fault, outcome) => {
	service.sandbox.faults.next('/access_codes/unmanaged/convert_to_managed', fault);
	const run = await migrate();
	expect(run.status).toBe('success');
	expect(summaryOf(run)).toMatchObject({ [outcome]: 1, ...LEFT });
	expect(run.json('Not converted')).toContainEqual(
		expect.objectContaining({ outcome, reason: expect.stringMatching(/\S/) }),
	);
});

it('ends without an error if there is no code or no lock', async () => {
	for (const fixture of [
		{ fixture: 'portfolio', devices: 3, codesPerDevice: 0 } as const,
		{ fixture: 'empty' } as const,
	]) {
		await service.restart(fixture);
		expect((await migrate()).items('Not converted')).toEqual([]);
	}
});
