import type { IDataObject } from 'n8n-workflow';
import { nodeOf } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { moveTimeTo } from '../test/support/clock/moveTimeTo';
import { webhookTrigger } from '../test/support/engine/webhookTrigger';
import { type ExampleRun, useExample } from '../test/support/example/useExample';
import { startTriggerSandbox, type TriggerSandbox } from '../test/support/service/triggerSandbox';

const service = {} as TriggerSandbox;
const host = useExample('each-event-once.json', service);
beforeEach(async () => void Object.assign(service, await startTriggerSandbox()));
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
	jest.useRealTimers();
	await Promise.all(stops.splice(0).map(async (stop) => await stop()));
	await service.stop();
});

/** Registers the instant trigger with the sandbox. Returns a function that lists what each delivery so far gives it. */
async function activateInstant(): Promise<() => IDataObject[][]> {
	const trigger = await webhookTrigger('deviceAccessTrigger', {
		parameters: nodeOf(host.example, 'Instant').parameters,
		credentials: service.credentials,
		staticData: {},
	});
	stops.push(trigger.stop);
	await trigger.activate();
	return () =>
		trigger.deliveries.flatMap(({ items }) => (items ? [items.map(({ json }) => json)] : []));
}

it('takes the branch of success and the branch of failure', async () => {
	const deliveries = await activateInstant();
	await service.convert(hotel.unmanagedCodes.convertible);
	await service.convert(hotel.unmanagedCodes.failsToConvert);
	await service.convert(hotel.unmanagedCodes.onOfflineDevice);

	const runs: ExampleRun[] = [];
	for (const items of deliveries()) runs.push(await host.run('Instant', { items }));

	const said = (node: string) =>
		runs.flatMap(({ json }) => json(node)).map(({ message, access_code_id: id }) => [id, message]);
	expect(said('Converted')).toEqual([
		[hotel.unmanagedCodes.convertible, "Code 'Guest 101' is managed now"],
	]);
	expect(said('Not converted')).toEqual([
		[
			hotel.unmanagedCodes.failsToConvert,
			"Code 'Guest 104' was not converted: The device already has a managed access code with the same PIN.",
		],
		[
			hotel.unmanagedCodes.onOfflineDevice,
			expect.stringMatching(/^Code 'Parking Guests' was not converted: \w/),
		],
	]);
});

it('picks up an event whose executions were lost, also after a week without one', async () => {
	moveTimeTo(service.clock.now());
	const later = async (minutes: number) => {
		await service.clock.advanceBy(minutes * 60_000);
		moveTimeTo(service.clock.now());
	};
	const pickedUp = async () => {
		const run = await host.run('Every hour');
		return run.json('Keep events without a row').map(({ access_code_id: code }) => code);
	};
	await service.convert(hotel.unmanagedCodes.failsToConvert);
	await later(20);
	expect(await pickedUp()).toEqual([]);
	await later(8 * 24 * 60);
	await host.run('Every night');
	await service.convert(hotel.unmanagedCodes.convertible);
	expect(await pickedUp()).toEqual([]);
	await later(20);
	expect(await pickedUp()).toEqual([hotel.unmanagedCodes.convertible]);
});
