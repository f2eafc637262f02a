import { createHash, randomBytes } from 'crypto';
import { InvalidParameterError, rethrow } from '../../errors/errors';
import { isText, isWireObject, type WireObject } from '../../wire/records';
import { contactsOf, textOf } from './contact';
import type { MessageText } from './defaultTexts';
import { hasOtherSecret, isOfSameStay } from './messageKey';
import { markOf, nextStep, readMark, type Step, TO_GUEST } from './nextStep';
import { isNone, passOnInWords, sendingOf, type Sending, toHost } from './wayToSend';
import { USE_RAW, writeMessage } from './writeMessage';

/** A reservation to tell a guest of, with its row of the data table *Stays* in `row`. */
export interface ToTell {
	input: WireObject;
	language: string;
	sendBy: string;
	first: readonly MessageText[];
	change: readonly MessageText[];
	/** The address of the page for guests. Empty: none. */
	guestPage: string;
	/** If more guests would be told of a change, the host is asked. */
	mostToldAtOnce: number;
}

/** The pause between messages of some systems is 6.5 s, and a check should end before the next one. */
const MOST_PER_CHECK = 100;

/**
 * What a workflow does next about each reservation, in `next`: `send` a message, `tell_host`
 * something, `record` in the row what needs no message, or `fail`. Nothing for a guest who knows.
 */
export function tellGuests(
	all: readonly ToTell[],
	nowMs: number,
): ReadonlyArray<() => readonly WireObject[]> {
	const steps = all.map(({ input }): Step => {
		const key = textOf(input.message_key);
		// Null: the access is not ready, or has ended.
		return key === null ? { is: 'wait' } : nextStep(key, rowOf(input), nowMs);
	});
	const isNewChange = (index: number) => {
		const step = steps[index];
		return (
			!isNone(all[index]?.sendBy ?? 'none') &&
			step?.is === 'send' &&
			step.isChange &&
			step.attempt === 1
		);
	};
	const changes = all.filter((_, index) => isNewChange(index));
	const most = Math.min(...all.map(({ mostToldAtOnce }) => mostToldAtOnce));
	const isHeld = (index: number) => changes.length > most && isNewChange(index);
	const asked = changes.filter(({ input }) => !wasAsked(input));
	let sent = 0;
	return all.map((one, index) => () => {
		const step = steps[index] ?? { is: 'wait' };
		if (isNone(one.sendBy)) return [];
		if (!Object.hasOwn(one.input, 'message_key'))
			return [failed(one.input, `${nameOf(one.input)}: there is no 'message_key'. ${USE_RAW}`)];
		if (isHeld(index))
			return [
				...(one === asked[0] ? [question(asked, changes.length, most)] : []),
				recorded(one.input, textOf(rowOf(one.input).told) ?? '', 0),
			];
		if (step.is === 'renew') return [recorded(one.input, String(one.input.message_key), 1)];
		if (step.is === 'fail')
			return [
				failed(
					one.input,
					`The message to ${nameOf(one.input)} could not be sent, and neither could the one to you: ${step.why}. To send it again, clear 'marked' in its row of the data table 'Stays'.`,
				),
			];
		if (step.is !== 'send' || sent >= MOST_PER_CHECK) return [];
		try {
			const toSend = message(one, step);
			sent += 1;
			return [...(step.wasInDoubt ? [doubt(one.input, step.attempt)] : []), toSend];
		} catch (error) {
			if (!(error instanceof InvalidParameterError)) return rethrow(error);
			// The others are told.
			return [failed(one.input, `${nameOf(one.input)}: ${error.message}. ${error.advice ?? ''}`)];
		}
	});
}

const rowOf = ({ row }: WireObject): WireObject => (isWireObject(row) ? row : {});
const nameOf = ({ guest_name: name, stay_key: key }: WireObject) =>
	textOf(name) ?? `the guest of ${String(key)}`;

function wasAsked(input: WireObject): boolean {
	const { key, attempt } = readMark(rowOf(input).marked);
	return key === input.message_key && attempt === 0;
}

const failed = (input: WireObject, problem: string): WireObject => ({
	next: 'fail',
	stay_key: input.stay_key,
	problem,
});

const recorded = (input: WireObject, told: string, attempt: number): WireObject => ({
	next: 'record',
	stay_key: input.stay_key,
	told,
	mark: markOf(String(input.message_key), attempt),
});

/** What the host is told beside the stays has a row of its own, until the stay is over. */
const forHost = (input: WireObject, row: string, lines: readonly string[]): WireObject => ({
	next: 'tell_host',
	host_row: row,
	host_message: lines.join('\n'),
	ends_at: input.ends_at,
});

const doubt = (input: WireObject, attempt: number): WireObject =>
	forHost(input, `${String(input.stay_key)} in doubt ${String(input.message_key)}`, [
		`${nameOf(input)} (${String(input.stay_key)}): the execution that sent the message was stopped, so it is not known whether it arrived.`,
		attempt <= TO_GUEST
			? 'It is sent again once, and can arrive twice. You have nothing to do.'
			: 'You get it to pass on.',
	]);

function question(asked: readonly ToTell[], count: number, most: number): WireObject {
	const inputs = asked.map(({ input }) => input);
	const lines = inputs.map((input) => `${nameOf(input)}, ${placesOf(input)}: ${changeOf(input)}`);
	const isRotated = inputs.every((input) =>
		hasOtherSecret(String(rowOf(input).told), String(input.message_key)),
	);
	const id = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
	const last = inputs
		.map((input) => String(input.ends_at ?? ''))
		.sort()
		.at(-1);
	return forHost({ ends_at: last }, `changes ${id}`, [
		`${count} guests would be told of a change at once. That is more than ${most}, so none of them was told.`,
		...lines,
		...(isRotated ? ['The API key of the credential has changed, too.'] : []),
		`What to do: if this is right, enter ${count} in the data table "Settings", in most_told_at_once. The next check tells them. If not, correct the bookings.`,
	]);
}

const placesOf = ({ rooms }: WireObject) =>
	Array.isArray(rooms) ? rooms.filter(isText).join(' and ') : String(rooms ?? '');

const changeOf = (input: WireObject) =>
	isOfSameStay(String(rowOf(input).told), String(input.message_key))
		? 'another PIN or key'
		: 'other rooms, times or person';

function message(to: ToTell, step: Extract<Step, { is: 'send' }>): WireObject {
	const { input, language, sendBy, first, change } = to;
	const row = rowOf(input);
	const page = pageOf(to, row);
	const texts = step.isChange && change.length > 0 ? change : first;
	const written = writeMessage({ ...input, guest_page: page.link }, { language, texts });
	// A field 'contact' of the item can be a column of the room.
	const contacts = contactsOf({ ...input, contact: undefined }, row);
	const wanted = sendingOf(input, contacts, sendBy);
	const isForHost = wanted.send_to === null || step.attempt > TO_GUEST;
	const sending: Sending = isForHost ? toHost(sendBy) : wanted;
	// The host gets what the guest cannot get from the start as often as the guest would.
	const attempt = isForHost ? Math.max(step.attempt, TO_GUEST + 1) : step.attempt;
	const isEntered = contacts.contact !== null;
	return {
		next: 'send',
		stay_key: input.stay_key,
		guest_name: input.guest_name,
		message_key: input.message_key,
		...written,
		...(isForHost && {
			subject: `Please pass on: ${written.subject}`,
			text: `${passOnInWords(input, contacts, reasonsOf(input, wanted, step))}\n\n${written.text}`,
		}),
		...sending,
		mark: markOf(String(input.message_key), attempt),
		// Only one of two executions finds the row as it was.
		mark_if: textOf(row.marked) === null ? 'isEmpty' : 'eq',
		marked_before: textOf(row.marked) ?? '',
		row_guest_name: (textOf(row.system) && textOf(row.guest_name)) ?? input.guest_name,
		rooms: placesOf(input),
		starts_at: input.starts_at,
		ends_at: input.ends_at,
		page_key: page.key,
		page_for: page.for,
		// A contact of the former guest is forgotten.
		contact: isEntered ? contacts.contact : '',
		contact_for: isEntered ? input.guest_name : '',
	};
}

function reasonsOf(
	input: WireObject,
	{ send_to: address }: Sending,
	{ why, wasInDoubt }: Extract<Step, { is: 'send' }>,
): string[] {
	if (wasInDoubt || why?.startsWith('unknown'))
		return [`${nameOf(input)} may have this message already: it is not known whether it arrived.`];
	if (why === undefined) return [];
	return [
		`${nameOf(input)} got no message: ${address ?? 'the address'} was refused. (${why.replace(/^\w+: /, '')})`,
		'To correct the address for the next message, enter it in the data table "Stays", in contact.',
	];
}

/** The link stays the same as long as the access does. */
function pageOf({ input, guestPage }: ToTell, row: WireObject) {
	const grant = isWireObject(input.access_grant) ? input.access_grant : {};
	const pageFor = `${String(input.access_grant_id)} ${String(grant.user_identity_id)} ${String(input.guest_name)}`;
	if (guestPage === '') return { key: '', for: pageFor, link: undefined };
	const isSame = textOf(row.page_for)?.startsWith(`${String(input.access_grant_id)} `) === true;
	const key = (isSame ? textOf(row.page_key) : null) ?? randomBytes(32).toString('hex');
	return { key, for: pageFor, link: `${guestPage}?key=${key}` };
}
