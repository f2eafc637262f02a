import { portfolio } from '../../sandbox/fixtures/portfolio';
import { startHotelSandbox, type HotelSandbox } from '../support/service/hotelSandbox';
import { usedHeapMb } from '../support/engine/usedHeapMb';

const DEVICES = 100_000;
const PAGE_SIZE = 500;
/** Enough for 100,000 items of about ten fields; raw records, or pages kept in memory, would need far more. */
const MAX_HEAP_GROWTH_MB = 250;

let service: HotelSandbox;
beforeAll(async () => {
	service = await startHotelSandbox({ fixture: 'portfolio', devices: DEVICES, codesPerDevice: 0 });
});
afterAll(async () => await service.stop());

it('lists 100,000 devices in one run', async () => {
	const heapBeforeMb = usedHeapMb();
	const startedAtMs = Date.now();
	const { items, status } = await service.run('device.getAll', { returnAll: true });
	const seconds = (Date.now() - startedAtMs) / 1000;
	const heapGrowthMb = usedHeapMb() - heapBeforeMb;
	process.stdout.write(
		`Listed ${items.length} devices in ${seconds.toFixed(1)} s, heap grown by ${heapGrowthMb.toFixed(0)} MB\n`,
	);

	expect({ status, count: items.length }).toEqual({ status: 'success', count: DEVICES });
	expect(items.findIndex(({ json }, index) => json.device_id !== portfolio.deviceId(index))).toBe(
		-1,
	);
	expect(items.findIndex(({ pairedItem }) => (pairedItem as { item: number }).item !== 0)).toBe(-1);
	expect(service.sandbox.requests.count()).toBe(DEVICES / PAGE_SIZE);
	expect(heapGrowthMb).toBeLessThan(MAX_HEAP_GROWTH_MB);
});
