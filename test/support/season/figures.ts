import { HOUR_MS, MINUTE_MS, versionAt } from './bookings';
import { CAUSES, type Cause } from './causes';
import { STEP_MS, type Rule } from './oracle';
import type { Season } from './season';
import type { Slip } from './messages';

export interface Figures {
	seed: number;
	rooms: number;
	days: number;
	stays: number;
	executions: number;
	requests: number;
	doorHours: number;
	guestHours: number;
	minutes: Record<Rule, ReadonlyMap<Cause, number>>;
	unsaidPins: ReadonlyMap<Cause, number>;
	messages: number;
	messagesToHost: number;
	killsWhileSending: number;
	messagesTwice: ReadonlyMap<Cause, number>;
	messagesNever: ReadonlyMap<Cause, number>;
	messagesEarly: ReadonlyMap<Cause, number>;
	messagesWithWrongPin: ReadonlyMap<Cause, number>;
	failedItems: number;
}

export function figuresOf({
	options,
	bookings,
	executions,
	requestCount,
	oracle,
	messages,
	told,
	failedItems,
}: Season): Figures {
	const minutesOf = (rule: Rule) =>
		sumBy(
			oracle.violations.filter((violation) => violation.rule === rule),
			({ fromMs, toMs }) => (toMs - fromMs) / MINUTE_MS,
		);
	const count = (slips: ReadonlyArray<Pick<Slip, 'cause'>>) => sumBy(slips, () => 1);
	return {
		seed: options.seed,
		rooms: options.rooms,
		days: options.days,
		stays: bookings.length,
		executions: executions.length,
		requests: requestCount,
		doorHours: (oracle.doorSteps * STEP_MS) / HOUR_MS,
		guestHours: (oracle.guestSteps * STEP_MS) / HOUR_MS,
		minutes: {
			'wrong person': minutesOf('wrong person'),
			'guest outside': minutesOf('guest outside'),
		},
		unsaidPins: count(messages.unsaidPins),
		messages: told.sent,
		messagesToHost: told.toHost,
		killsWhileSending: told.kills,
		messagesTwice: count(told.sentTwice),
		messagesNever: count(told.never),
		messagesEarly: count(told.tooEarly),
		messagesWithWrongPin: count(told.wrongPins),
		failedItems,
	};
}

function sumBy<T extends { cause: Cause }>(
	entries: readonly T[],
	amountOf: (entry: T) => number,
): ReadonlyMap<Cause, number> {
	const sums = new Map<Cause, number>();
	for (const entry of entries)
		sums.set(entry.cause, (sums.get(entry.cause) ?? 0) + amountOf(entry));
	return sums;
}

/** The figures that must be 0: what went wrong although nothing but the product was in the way. */
export const productFaults = ({ minutes, unsaidPins, ...told }: Figures) => ({
	minutesOfWrongPeople: minutes['wrong person'].get('product') ?? 0,
	minutesOutside: minutes['guest outside'].get('product') ?? 0,
	unsaidPins: unsaidPins.get('product') ?? 0,
	messagesTwice: told.messagesTwice.get('product') ?? 0,
	messagesNever: told.messagesNever.get('product') ?? 0,
	messagesEarly: told.messagesEarly.get('product') ?? 0,
	messagesWithWrongPin: told.messagesWithWrongPin.get('product') ?? 0,
});

/** What a season without a fault of the product comes to. */
export const NO_FAULTS: ReturnType<typeof productFaults> = {
	minutesOfWrongPeople: 0,
	minutesOutside: 0,
	unsaidPins: 0,
	messagesTwice: 0,
	messagesNever: 0,
	messagesEarly: 0,
	messagesWithWrongPin: 0,
};

/** One kind of fault of the product: a rule that did not hold after a kind of change. */
export interface ProductFault {
	what: string;
	minutes: number;
	/** Of which bookings, the worst first. */
	bookingIds: string[];
}

/** What only the product explains, the worst first. */
export function productFaultsByChange(season: Season): ProductFault[] {
	const { oracle, messages, told, bookings } = season;
	const slip = (rule: string) => (one: Slip) => ({ ...one, rule, minutes: 0 });
	const all = [
		...oracle.violations.map((one) => ({
			...one,
			atMs: one.fromMs,
			minutes: (one.toMs - one.fromMs) / MINUTE_MS,
		})),
		...messages.unsaidPins.map(slip('PIN changed without a word')),
		...told.sentTwice.map(slip('message twice')),
		...told.never.map(slip('no message')),
		...told.tooEarly.map(slip('message too early')),
		...told.wrongPins.map(slip('message with another PIN')),
	];
	const faults = new Map<string, { minutes: number; ofBooking: Map<string, number> }>();
	for (const { rule, cause, bookingId, atMs, minutes } of all) {
		if (cause !== 'product') continue;
		const booking = bookings.find(({ id }) => id === bookingId);
		const what = `${rule} after ${(booking && versionAt(booking, atMs)?.what) ?? 'nothing'}`;
		const fault = faults.get(what) ?? { minutes: 0, ofBooking: new Map<string, number>() };
		faults.set(what, fault);
		fault.minutes += minutes;
		fault.ofBooking.set(bookingId, (fault.ofBooking.get(bookingId) ?? 0) + minutes);
	}
	return [...faults]
		.map(([what, { minutes, ofBooking }]) => ({
			what,
			minutes,
			bookingIds: [...ofBooking].sort(([, left], [, right]) => right - left).map(([id]) => id),
		}))
		.sort((left, right) => right.minutes - left.minutes);
}

/** The page `bench/SEASON.md`. */
export function toSeasonPage(all: readonly Figures[], surroundings: string): string {
	const number = (value: number) => Math.round(value).toLocaleString('en-US');
	const table = (title: string, rows: ReadonlyArray<[string, (figures: Figures) => number]>) => [
		`| ${title} | ${all.map(({ seed }) => `seed ${seed}`).join(' | ')} |`,
		`| --- |${' ---: |'.repeat(all.length)}`,
		...rows.map(
			([name, read]) => `| ${name} | ${all.map((one) => number(read(one))).join(' | ')} |`,
		),
		'',
	];
	const byCause = (title: string, read: (figures: Figures) => ReadonlyMap<Cause, number>) => {
		const causes = new Set<Cause>(all.flatMap((one) => [...read(one).keys()]));
		causes.delete('product');
		return table(
			title,
			(['product', ...[...causes].sort()] as const).map((cause) => [
				cause === 'product' ? '**the product**' : cause,
				(one) => read(one).get(cause) ?? 0,
			]),
		);
	};
	return [
		'# Season',
		'',
		`\`npm run nightly -- --full\` wrote this, or \`npx jest --selectProjects nightly --testPathPatterns nightly/season\` alone. ${surroundings}`,
		'',
		'The package runs in the n8n engine against the sandbox, with one simulated time. Bookings, changes, messages that come twice, late or never, offline locks, faults of the service, and times without n8n come from the seed. Every quarter of an hour, an oracle that shares no code with the package looks at every lock: who could open it, and who should (`test/support/season/oracle.ts`). Minutes are summed over locks and people. The example *Guest messages* runs every quarter of an hour with its tables in memory, and `test/support/season/told.ts` reads what it sends.',
		'',
		...table('What happened', [
			['rooms', ({ rooms }) => rooms],
			['days', ({ days }) => days],
			['stays', ({ stays }) => stays],
			['executions', ({ executions }) => executions],
			['requests', ({ requests }) => requests],
			['door-hours checked', ({ doorHours }) => doorHours],
			['hours of guests at their doors checked', ({ guestHours }) => guestHours],
			['items that failed', ({ failedItems }) => failedItems],
			['messages to guests', ({ messages }) => messages],
			['emails to the host', ({ messagesToHost }) => messagesToHost],
			['times that n8n was killed between messages and their rows', (one) => one.killsWhileSending],
		]),
		'Minutes that somebody could open a lock without the right to, by cause:',
		'',
		...byCause('minutes', ({ minutes }) => minutes['wrong person']),
		'Minutes that a guest could not open a lock of their room, by cause:',
		'',
		...byCause('minutes', ({ minutes }) => minutes['guest outside']),
		'PINs that changed although no item said so:',
		'',
		...byCause('PINs', ({ unsaidPins }) => unsaidPins),
		'Messages that came twice with the same words:',
		'',
		...byCause('messages', ({ messagesTwice }) => messagesTwice),
		'Guests in the house for an hour who had not been sent the PIN that opens:',
		'',
		...byCause('guests', ({ messagesNever }) => messagesNever),
		'Messages more than 72 hours before the access begins:',
		'',
		...byCause('messages', ({ messagesEarly }) => messagesEarly),
		'Messages with a PIN that the stay did not have:',
		'',
		...byCause('messages', ({ messagesWithWrongPin }) => messagesWithWrongPin),
		'What the causes are, and what n8n says then:',
		'',
		...causesTable(all),
	].join('\n');
}

/** The causes that occur, other than the product. */
function causesTable(all: readonly Figures[]): string[] {
	const found = new Set(
		all.flatMap(({ minutes, unsaidPins, ...one }) =>
			[
				...Object.values(minutes),
				unsaidPins,
				one.messagesTwice,
				one.messagesNever,
				one.messagesEarly,
				one.messagesWithWrongPin,
			].flatMap((sums) => [...sums.keys()]),
		),
	);
	return [
		'| cause | why | what the item says |',
		'| --- | --- | --- |',
		...Object.entries(CAUSES)
			.filter(([cause]) => found.has(cause as Cause))
			.map(([cause, { why, says }]) => `| ${cause} | ${why} | ${says} |`),
		'',
	];
}
