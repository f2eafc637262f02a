import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { useExample } from '../test/support/example/useExample';
import { usePolledEvents } from '../test/support/example/usePolledEvents';
import { withShortWaits } from '../test/support/example/withShortWaits';
import { ARRIVAL_AT, HOUR_MS, iso, useMovedHotel } from '../test/support/service/movedHotel';

const { room103 } = hotel.devices;
const service = useMovedHotel();
const host = useExample('one-entry.json', service, withShortWaits);
const openings = usePolledEvents(host, 'Door opened', service);

const DAY = iso(ARRIVAL_AT).slice(0, 10);
const ask = { Who: 'Plumber <1>', Room: ' Suite', Day: DAY };
/** The page that the form ends with. */
async function getPin(answers: IDataObject = {}) {
	const run = await host.run('Form', { items: [{ ...ask, ...answers }], pages: {} });
	const [page = {}] = run.json('Show the answer');
	return { title: String(page.completionTitle), text: String(page.completionMessage) };
}
const pinOf = ({ title }: { title: string }) => /\d{4,}/.exec(title)?.[0];

const opens = async (pin: unknown) => await service.opens(room103, pin);
const afterOpening = async () => await host.run('Door opened', { items: await openings() });

it('a PIN for one entry opens on its day, and not again after it was used', async () => {
	const page = await getPin();
	const pin = pinOf(page);
	expect(page.text).toMatch(/^Plumber &lt;1>, Suite<br>/);
	expect(pinOf(await getPin())).toBe(pin);
	expect(await opens(pin)).toBe(false);
	await service.moveTo(ARRIVAL_AT);
	expect(await opens(pin)).toBe(true);
	await afterOpening();
	await service.moveTo(service.now() + HOUR_MS);
	expect(await opens(pin)).toBe(false);
});

it('a PIN that nobody uses ends in the evening, and one of a guest is left alone', async () => {
	const pin = pinOf(await getPin());
	const stay = await service.whileTimePasses(service.upsert({}));
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	expect(await opens(stay.pin)).toBe(true);
	await afterOpening();
	expect(await opens(stay.pin)).toBe(true);
	await service.moveTo(ARRIVAL_AT + 24 * HOUR_MS);
	expect([await opens(pin), await opens(stay.pin)]).toEqual([false, true]);
});

it('a failed execution says that nobody knows whether such a PIN opened, and that it still opens', async () => {
	const pin = pinOf(await getPin());
	await service.moveTo(ARRIVAL_AT);
	await opens(pin);
	for (const path of ['codes', 'methods', 'grants'].flatMap((of) => [
		`/access_${of}/get`,
		`/access_${of}/list`,
	]))
		service.sandbox.faults.always(path, { kind: 'outage' });
	const items = await openings();
	service.sandbox.faults.clear();
	const run = await host.execute('Door opened', { items });
	await service.moveTo(service.now() + HOUR_MS);
	expect([run.status, await opens(pin)]).toEqual(['error', true]);
});

it('of two people in one poll, the access of the first cannot be ended for a moment', async () => {
	const pins = [pinOf(await getPin()), pinOf(await getPin({ Who: 'Electrician' }))];
	await service.moveTo(ARRIVAL_AT);
	for (const pin of pins) expect(await opens(pin)).toBe(true);
	const items = (await openings()).filter(({ person }) => person);
	const ids = items.map(({ person }) => String((person as IDataObject).access_grant_id));
	const outage = { times: 6, holding: ids[0] };
	service.sandbox.faults.next('/access_grants/delete', { kind: 'outage' }, outage);
	const run = await host.execute('Door opened', { items });
	await service.moveTo(service.now() + HOUR_MS);
	expect([run.status, await opens(pins[0]), await opens(pins[1])]).toEqual([
		'success',
		false,
		false,
	]);
});

it('a failed execution ends the access whose person is known', async () => {
	const pin = pinOf(await getPin());
	await service.moveTo(ARRIVAL_AT);
	expect(await opens(pin)).toBe(true);
	const items = [{ person: null, person_message: 'No' }, ...(await openings())];
	const run = await host.execute('Door opened', { items });
	await service.moveTo(service.now() + HOUR_MS);
	expect([run.status, await opens(pin)]).toEqual(['error', false]);
});

it('does not fail if the PIN of a guest is gone when the opening is read', async () => {
	const stay = await service.whileTimePasses(service.upsert({}));
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	expect(await opens(stay.pin)).toBe(true);
	const gone = service.run('reservation.changePin', { reservationKey: '4711' });
	await service.whileTimePasses(gone);
	await service.moveTo(service.now() + 2 * 60_000);
	const items = await openings();
	expect(items).not.toEqual([]);
	expect((await host.execute('Door opened', { items })).status).toBe('success');
});

it('the page says why there is no PIN', async () => {
	const page = await getPin({ Room: 'Nowhere' });
	expect([page.title, page.text]).toEqual(['No PIN', expect.stringContaining('Nowhere')]);
});

it('the page says what keeps the door closed, also beside a PIN, and that a day is over', async () => {
	expect((await getPin({ Day: iso(ARRIVAL_AT - 30 * 24 * HOUR_MS).slice(0, 10) })).text).toMatch(
		/day is over|day over/,
	);
	await service.moveTo(ARRIVAL_AT);
	await service.setOnline(room103, false);
	const page = await getPin();
	expect([pinOf(page), page.text]).toEqual([
		expect.any(String),
		expect.stringMatching(/ on the device |offline/),
	]);
});

it('whichever node fails, the page or a failed execution says so, or the PIN has ended', async () => {
	const form = await unheardFailures(
		host,
		'Form',
		() => ({ items: [ask], pages: {} }),
		(run) => run.json('Show the answer').length === 1,
	);
	expect(form.unheard).toEqual([]);
	await service.moveTo(ARRIVAL_AT);
	let pin: string | undefined;
	const used = await unheardFailures(
		host,
		'Door opened',
		async () => {
			pin = pinOf(await getPin());
			await opens(pin);
			return { items: await openings() };
		},
		async () => !(await opens(pin)),
	);
	expect(used.unheard).toEqual([]);
	expect([form.failed, used.failed]).toEqual([4, 5]);
});
