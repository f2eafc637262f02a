/** A change to one of the lines that decide. `from` must be in the file exactly once. */
export interface Mutation {
	/** What goes wrong with it, as somebody would notice it. */
	name: string;
	/** In nodes/DeviceAccess/. */
	file: string;
	from: string;
	to: string;
}

/** Some twenty, so that each file that decides has at least one. */
export const MUTATIONS: readonly Mutation[] = [
	{
		name: 'old access of a guest in the house ends before the new one is ready',
		file: 'reservations/plan/next.ts',
		from: 'const used = oldAccessInUse(situation);',
		to: 'const used = oldAccessInUse(situation).slice(0, 0);',
	},
	{
		name: 'a key that is no longer wanted stays',
		file: 'reservations/plan/next.ts',
		from: 'surplus: isIssued(current, { modes })',
		to: 'surplus: isIssued(current, { modes }) && modes.length > 9',
	},
	{
		name: 'a PIN that changes is not among the changes',
		file: 'reservations/plan/diff.ts',
		from: 'changesPin(situation, current, others) && PIN_CHANGE,',
		to: 'changesPin(situation, current, others) && false,',
	},
	{
		name: 'another guest, while somebody sleeps in the room, is not a problem',
		file: 'reservations/plan/diff.ts',
		from: "problems: [toProblem('guest_changed', { guest }), ...found.problems]",
		to: 'problems: found.problems',
	},
	{
		name: 'the next guest gets the entered PIN of the one before',
		file: 'reservations/plan/next.ts',
		from: 'return isPinRefused || pin === undefined || known.includes(pin) ? undefined : pin;',
		to: 'return isPinRefused || pin === undefined || known.length > 99 ? undefined : pin;',
	},
	{
		name: 'of several PINs, the older ones stay',
		file: 'reservations/plan/next.ts',
		from: 'const methodIds = came.set ? olderPins(current) : [];',
		to: 'const methodIds: string[] = came.set ? olderPins(current).slice(99) : [];',
	},
	{
		name: 'people who share a word of their names and nothing else are the same guest',
		file: 'reservations/plan/person.ts',
		from: 'if (hasOtherKey || (mailbox && hasOtherContact(guest, mailbox))) return false;',
		to: '',
	},
	{
		name: 'a reading shows the contacts of whoever the service has for the access',
		file: 'reservations/plan/person.ts',
		from: 'if (!person || key.isOthers || !isOwnMailbox(person, key)) return {};',
		to: 'if (!person || key.isOthers) return {};',
	},
	{
		name: 'a list may lock out five guests in the house',
		file: 'reservations/listGuard.ts',
		from: 'const MOST_LOCKED_OUT = 1;',
		to: 'const MOST_LOCKED_OUT = 5;',
	},
	{
		name: 'what is younger than the list counts as missing',
		file: 'reservations/listGuard.ts',
		from: 'createdAtMs > Math.min(nowMs - newForMs, readAtMs)',
		to: 'createdAtMs > nowMs + newForMs',
	},
	{
		name: 'a list may close ten stays',
		file: 'reservations/listGuard.ts',
		from: 'const LEAST_BUDGET = 3;',
		to: 'const LEAST_BUDGET = 10;',
	},
	{
		name: 'the host does not hear that access ended',
		file: 'reservations/items/tell.ts',
		from: "if (outcome === 'ended') return isOver ? 'nobody' : 'host';",
		to: "if (outcome === 'ended') return 'nobody';",
	},
	{
		name: 'the host does not hear that a status is unknown',
		file: 'reservations/items/tell.ts',
		from: "if (tells('host')) return 'host';",
		to: '',
	},
	{
		name: 'a message has the departure as the arrival',
		file: 'reservations/message/writeMessage.ts',
		from: 'arrival: timeOf(item.starts_at),',
		to: 'arrival: timeOf(item.ends_at),',
	},
	{
		name: 'a message has the times of another time zone',
		file: 'reservations/message/writeMessage.ts',
		from: "const time = timeInWords(instant, { locale, timeZone, dateStyle: 'full' });",
		to: "const time = timeInWords(instant, { locale, timeZone: 'Asia/Tokyo', dateStyle: 'full' });",
	},
	{
		name: 'every item is linked to the first booking',
		file: 'operation/output/outputItems.ts',
		from: 'pairedItem: { item: index },',
		to: 'pairedItem: { item: 0 },',
	},
	{
		name: 'a new PIN is no reason for a new message',
		file: 'reservations/items/item.ts',
		from: '		pin ?? null,\n',
		to: '		null,\n',
	},
	{
		name: 'a new link to a mobile key is no reason for a new message',
		file: 'reservations/items/item.ts',
		from: 'linkOf(grant) ?? null,\n	];\n	return fingerprint',
		to: 'null,\n	];\n	return fingerprint',
	},
	{
		name: 'a PIN that is being taken away counts as that of a door',
		file: 'reservations/grants/pins.ts',
		from: 'filter(({ code }) => !leaving.includes(code))',
		to: 'filter(() => leaving.length < 99)',
	},
	{
		name: 'doors close at the hour of the arrival',
		file: 'reservations/stays/stayTimes.ts',
		from: "toMs(departure, rules.checkOut, 'last', ['Departure', 'Check-out Time'])",
		to: "toMs(departure, rules.checkIn, 'last', ['Departure', 'Check-out Time'])",
	},
	{
		name: 'access that ended only in part counts as unchanged',
		file: 'reservations/endAccess.ts',
		from: 'const result = { hasChanged: ended.length > 0, grantId, problems: [] };',
		to: 'const result = { hasChanged: false, grantId, problems: [] };',
	},
];
