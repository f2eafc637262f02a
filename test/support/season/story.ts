import type { Booking } from './bookings';
import type { Season } from './season';

const time = (atMs: number) => new Date(atMs).toISOString().slice(5, 16).replace('T', ' ');

/** Everything that happened to one booking, without PINs. */
export function tellStory(season: Season, bookingId: string): string {
	const { bookings, house, executions, agenda, oracle, messages, told } = season;
	const booking = bookings.find(({ id }) => id === bookingId) as Booking;
	const locks = new Set(
		booking.versions.flatMap(({ rooms }) => rooms.flatMap((room) => [...house.locksOf(room)])),
	);
	const lines: Array<[number, string]> = [];
	for (const [index, version] of booking.versions.entries()) {
		const guests = version.guests.map(
			({ person, number, name, email, phone, key }) =>
				`${number} ${person} (${[name, email, phone, key].join(' | ')})`,
		);
		lines.push([
			version.atMs,
			`booking, version ${index}: ${version.what}, ${version.status}, ${version.rooms.join(' + ')}, ${time(version.arrivalMs)} to ${time(version.departureMs)}, ${guests.join(' and ')}`,
		]);
	}
	let before = '';
	for (const { atMs, untilMs, task, items, requests, trouble } of executions) {
		const said = items
			.filter((item) => item.bookingId === bookingId)
			.map(({ version = '-', person = '', said: words }) => `[${version}] ${person}: ${words}`)
			.join('; ');
		// Nights in which nothing changed are not worth a line each.
		if (said === '' || said === before) continue;
		before = task === 'sync' ? said : '';
		const sent = task === 'webhook' ? `\n      ${requests.join(', ')}` : '';
		const why = trouble ? ` (${trouble})` : '';
		lines.push([atMs, `${task} until ${time(untilMs)}${why}: ${said}${sent}`]);
	}
	for (const round of agenda.rounds)
		for (const task of round.tasks)
			if (task.is === 'webhook' && task.booking.id === bookingId && round.killedAfter !== undefined)
				lines.push([
					round.atMs,
					`webhook [${task.version}]: killed after ${round.killedAfter} requests`,
				]);
	for (const lock of locks)
		for (const [fromMs, toMs] of agenda.offline.get(lock) ?? [])
			lines.push([fromMs, `${house.nameOf(lock)} offline until ${time(toMs)}`]);
	for (const violation of oracle.violations.filter((one) => one.bookingId === bookingId))
		lines.push([
			violation.fromMs,
			`!! ${violation.rule}: ${violation.person} at ${house.nameOf(violation.lock)} until ${time(violation.toMs)} (${violation.cause})`,
		]);
	for (const [what, slips] of [
		['the same message again', told.sentTwice],
		['a message too early', told.tooEarly],
		['a message with another PIN', told.wrongPins],
		['a PIN that changed without a word', messages.unsaidPins],
		['not told the PIN that opens', told.never],
	] as const)
		for (const { atMs, person, cause, ...slip } of slips)
			if (slip.bookingId === bookingId) lines.push([atMs + 1, `!! ${what}: ${person} (${cause})`]);
	return [
		bookingId,
		...lines
			.sort(([left], [right]) => left - right)
			.map(([atMs, text]) => `  ${time(atMs)}  ${text}`),
	].join('\n');
}
