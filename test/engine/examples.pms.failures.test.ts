import { SYSTEMS, type TestedSystem } from '../../pms/systems';
import type { PmsBooking } from '../../pms/pmsBooking';
import { moveTimeTo } from '../support/clock/moveTimeTo';
import { preparePmsExamples } from '../support/pms/pmsExample';
import { dayInDays, writesOf } from '../support/service/reservations';

const { service, example, use } = preparePmsExamples();

/** The list is empty or unreadable, or too little of it is left to compare. */
const NOT_COMPARED =
	/^(Read booking|Get the bookings: 422|Remember the comparison: .*'Who has left')/;
const PIN_REFUSED = /^Send the PIN to .*: 400$|^A lock code was refused: /;

const listed = ({ form }: TestedSystem, changes: Partial<PmsBooking> = {}) =>
	form.listed(example.booking(changes));

/**
 * One system of each way to hear of bookings: all workflows come from one description, and each night, each of them fails at
 * every node (test/nightly/examples.faults.test.ts).
 */
const OF_EACH_WAY = [
	...new Map(SYSTEMS.map((system) => [`${system.asks} ${system.sooner}`, system])).values(),
];

describe.each(OF_EACH_WAY)('the example for $name', (system) => {
	use(system);

	it('says that a night was compared, and fails in a night whose list is empty, or has nothing that can be read', async () => {
		await example.compare([listed(system)]);
		const [row] = structuredClone(example.comparisons());
		expect(row).toMatchObject({ system: system.from });
		expect(Math.abs(Date.parse(String(row?.compared_at)) - Date.now())).toBeLessThan(600_000);
		service.sandbox.requests.clear();
		for (const list of [[], ...(system.unreadable ? [[system.unreadable]] : [])])
			await expect(example.compare(list)).rejects.toThrow(NOT_COMPARED);
		expect([example.comparisons(), writesOf(service)]).toEqual([[row], []]);
		expect(await example.access()).toHaveLength(1);
	});

	it('gives a guest who has left no access again, by call, hour and night', async () => {
		const soon = { arrival: dayInDays(-1), departure: dayInDays(1) };
		const days = system.now === undefined ? soon : {};
		await example.tell(days);
		expect(await example.access()).toHaveLength(1);
		Object.assign(example.rows()[0] ?? {}, { left_at: new Date().toISOString() });
		await service.run('reservation.delete', {
			reservationKey: String((await example.access())[0]?.reservation_key),
			options: { keyPrefix: `${system.from}:` },
		});
		service.sandbox.requests.clear();
		const triggers = ['Every night', ...(system.sooner ? [system.sooner] : [])];
		for (const trigger of triggers) await example.compare([listed(system, days)], trigger);
		if (!system.asks) await example.tell({ ...days, changedAt: example.changedAt(2) });
		expect([await example.access(), writesOf(service), example.forHost()]).toEqual([[], [], []]);

		Object.assign(example.rows()[0] ?? {}, { left_at: '' });
		// Nothing has changed in the system.
		await example.compare([listed(system, { ...days, changedAt: example.changedAt(2) })]);
		expect(await example.access()).toHaveLength(1);
	});
});

/** What happens once the system has read the bookings of its next list, and before it answers. */
let meanwhile: (() => Promise<unknown>) | undefined;
const slow = (system: TestedSystem): TestedSystem => ({
	...system,
	api: {
		...system.api,
		list: (bookings, request) => {
			const answer = system.api.list(bookings, request);
			const happens = meanwhile;
			meanwhile = undefined;
			return happens ? happens().then(() => answer) : answer;
		},
	},
});

describe.each(OF_EACH_WAY.map(slow))(
	'a list of $name that is read when a guest cancels',
	(system) => {
		const { asks, sooner, now } = system;
		use(system);

		it.each(['Every night', ...(asks ? [] : [sooner ?? []].flat())])(
			'gives no access again (%s)',
			async (trigger) => {
				const stay = { arrival: dayInDays(0), departure: dayInDays(3) };
				const canceled = { ...stay, kind: 'cancelled' as const, changedAt: example.changedAt(2) };
				await example.compare([listed(system, stay)]);
				expect(await example.access()).toHaveLength(1);
				meanwhile = async () => {
					// A clock that was moved stands still.
					if (now !== undefined) moveTimeTo(Date.now() + 1_000);
					if (asks) await example.compare([listed(system, canceled)], 'Every 10 minutes');
					else await example.tell(canceled);
				};
				await example.compare([listed(system, stay)], trigger);
				expect([meanwhile, await example.access()]).toEqual([undefined, []]);
			},
		);
	},
);

describe.each(SYSTEMS.filter(({ api }) => api.pinBack !== undefined))(
	'the PIN for $name',
	(system) => {
		use(system);

		it('fails the execution if it is refused, and is sent again in the night before the arrival', async () => {
			const { settings } = example.pms;
			const stay = { arrival: dayInDays(1), departure: dayInDays(3) };
			settings.updateStatus = 400;
			await expect(example.tell(stay)).rejects.toThrow(PIN_REFUSED);
			settings.updateStatus = undefined;
			await example.compare([listed(system, stay)]);
			const [{ pin } = {}] = await example.access();
			const [record = {}] = example.pms.bookings;
			expect(String(system.api.pinBack?.pinOf(record))).toContain(String(pin));
		});
	},
);
