import { hotel } from '../../sandbox/fixtures/hotel';
import { unheardFailures } from '../support/example/unheardFailures';
import { HOST, useExample } from '../support/example/useExample';
import { HOUR_MS, iso, useMovedHotel } from '../support/service/movedHotel';

const service = useMovedHotel();
const host = useExample('arrivals-at-risk.json', service);
const spares = () => host.rows('Spare PINs');

it('whichever node fails in a check of "Arrivals at risk", the host hears it, or reads of the arrival, with a spare PIN at the next check', async () => {
	await host.run('Every hour');
	await service.moveTo(service.now() + HOUR_MS);
	for (const lock of [hotel.devices.frontDoor, hotel.devices.room103])
		await service.setOnline(lock, false);
	await service.whileTimePasses(service.upsert({ arrival: iso(service.now() + 5 * HOUR_MS) }));
	const { unheard, failed } = await unheardFailures(
		host,
		'Every 30 minutes',
		() => {
			host.fill('Arrivals at risk', []);
			for (const row of spares()) row.given_to = '';
			host.emails();
			return {};
		},
		async () => {
			const told = host.emails();
			if (!told.some(({ text }) => text.includes('Spare PIN'))) {
				await host.run('Every 30 minutes');
				told.push(...host.emails());
			}
			return (
				told.every(({ to }) => to === HOST) &&
				/^Guest 4711, /m.test(String(told[0]?.text)) &&
				/^Spare PIN of Suite: \d+$/m.test(String(told.at(-1)?.text))
			);
		},
	);
	expect(unheard).toEqual([]);
	expect(failed).toBeGreaterThan(30);
});

it('whichever node fails in the hour of "Arrivals at risk", the host hears it, or a spare PIN that was given is replaced', async () => {
	const { unheard, failed } = await unheardFailures(
		host,
		'Every hour',
		async () => {
			await host.run('Every hour');
			Object.assign(spares()[0] ?? {}, { given_to: '10000000-0000-4000-8000-00000000dead' });
			return {};
		},
		() => spares().length === 4 && spares().every(({ given_to: stay }) => !stay),
	);
	expect(unheard).toEqual([]);
	expect(failed).toBeGreaterThan(10);
});
