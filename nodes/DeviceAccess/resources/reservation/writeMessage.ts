import {
	booleanField,
	choiceField,
	defineOperation,
	type Fields,
	stringField,
} from '../../operation';
import { fromAllInput, type ReadItem } from '../../operation/kinds/fromAllInput';
import type { FieldRow } from '../../operation/types';
import { contactsOf } from '../../reservations/message/contact';
import {
	FIRST_MESSAGE,
	type MessageText,
	SOMETHING_CHANGED,
} from '../../reservations/message/defaultTexts';
import { tellGuests, type ToTell } from '../../reservations/message/tellGuests';
import { isNone, passOnInWords, sendingOf, WAYS } from '../../reservations/message/wayToSend';
import { writeMessage as write } from '../../reservations/message/writeMessage';
import { type WireObject, wireObjectsIn } from '../../wire/records';

const rows = (name: string, displayName: string) =>
	({
		name,
		displayName,
		values: [
			stringField(
				'Language',
				'The code of the language, then other names that bookings have for it. Guests whose language has no row get the English one.',
				{ name: 'language', placeholder: 'e.g. pl, Polish' },
			),
			stringField('Subject', 'The subject of an email, with the same placeholders as the text', {
				name: 'subject',
			}),
			stringField(
				'Text',
				'Placeholders: {guest}, {rooms}, {arrival}, {departure}, {pin}, {pins} (of doors with their own PIN), {key_link}, {reservation}, {address}, {directions}, {wifi}, {phone}, {guest_page}, and any field of the item, such as {parking}. A line whose placeholder has no value is left out, unless it has a PIN or link.',
				{ name: 'text', typeOptions: { rows: 6 } },
			),
		],
	}) as const satisfies FieldRow;

const FIELDS = {
	language: stringField(
		'Language',
		"The guest's language, as a code or a name. Leave empty for English. Days and times are written in this language, in the time zone of the room.",
		{ takesAnything: true, placeholder: 'e.g. de' },
	),
	wasTold: booleanField(
		'Guest Was Told Before',
		"Whether the guest has had a message about this stay: then the text is that under 'Something Changed', and otherwise that under 'First Message'",
		false,
	),
	sendBy: choiceField(
		'Send By',
		"What sends the message. The item then says in 'send_by' and 'send_to' how and where: to its field 'contact' if it has one, or else to the guest. A booking system takes only its own stays. The others, and guests without a phone number, get an email. Without an email address, 'send_to' is empty, and the text asks you to pass it on.",
		Object.entries({ ...WAYS, none: 'None' })
			.map(([value, name]) => ({ name, value }))
			.sort((a, b) => a.name.localeCompare(b.name)),
		'none',
	),
	texts: {
		displayName: 'Texts',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Text',
		default: {
			first: FIRST_MESSAGE.map((row) => ({ ...row })),
			change: SOMETHING_CHANGED.map((row) => ({ ...row })),
		},
		description: 'What guests read, one row for each language',
		options: [rows('first', 'First Message'), rows('change', 'Something Changed')],
	},
} as const satisfies Fields;

const OPTIONS = {
	tellOnce: booleanField(
		'Tell Once',
		"Whether to return only what is to be done, in 'next': 'send' the message, 'tell_host' something, 'record' it without a message, or 'fail'. The input items need the row of the data table 'Stays' in 'row', if there is one. See the example 'Guest messages'.",
		true,
	),
	mostToldAtOnce: {
		...stringField(
			'Told at Most',
			"With 'Tell Once': if more guests than this would be told of a change at once, none is, and you are asked",
			{ takesAnything: true },
		),
		default: '5',
	},
	guestPage: stringField(
		'Guest Page',
		"With 'Tell Once': the address of the example 'Guest page'. Messages then have the link of the stay in {guest_page}.",
		{ takesAnything: true, placeholder: 'e.g. https://n8n.example.com/webhook/guest-page' },
	),
} as const satisfies Fields;

const MOST_TOLD_AT_ONCE = 5;

export const writeMessage = defineOperation({
	value: 'writeMessage',
	name: 'Write Message',
	action: 'Write message to guest of reservation',
	description:
		"Write the guest's message in the guest's language, from texts with placeholders. Sends nothing.",
	effect: 'read',
	reference: {
		items:
			'The input is reservations as *Create or Update* and *Sync Many* return them, and *Get* and *Get Many* with **Output** *Raw*, without **Mask PINs**. Each item is the input item with `language`, `subject` and `text`. With **Send By**, `send_by` and `send_to` say how to send it, and where. With **Tell Once**, `next` says what to do, and there is no item for a guest who knows everything.',
	},
	kind: fromAllInput((items) => {
		const isOnce = items.some(({ values }) => values.options.tellOnce === true);
		return isOnce ? tellGuests(items.map(toTell), Date.now()) : items.map(written);
	}),
	fields: FIELDS,
	options: OPTIONS,
	request: () => ({}),
});

const written =
	({ values, input }: ReadItem) =>
	(): WireObject[] => {
		const { first, change } = textsOf(values.texts);
		const texts = values.wasTold === true && change.length > 0 ? change : first;
		const message = write(input, { language: String(values.language), texts });
		if (isNone(String(values.sendBy))) return [{ ...input, ...message }];
		const contacts = contactsOf(input);
		const sending = sendingOf(input, contacts, String(values.sendBy));
		const passedOn = sending.send_to === null && {
			subject: `Please pass on: ${message.subject}`,
			text: `${passOnInWords(input, contacts)}\n\n${message.text}`,
		};
		return [{ ...input, ...message, ...passedOn, ...sending }];
	};

function toTell({ values, input }: ReadItem): ToTell {
	const { mostToldAtOnce, guestPage } = values.options;
	const most = Number.parseInt(String(mostToldAtOnce ?? ''), 10);
	return {
		input,
		language: String(values.language),
		sendBy: String(values.sendBy),
		...textsOf(values.texts),
		guestPage: String(guestPage ?? '').trim(),
		mostToldAtOnce: most >= 0 ? most : MOST_TOLD_AT_ONCE,
	};
}

function textsOf(texts: unknown): Pick<ToTell, 'first' | 'change'> {
	const { first, change } = (texts ?? {}) as { first?: unknown; change?: unknown };
	return { first: toTexts(first), change: toTexts(change) };
}

const toTexts = (value: unknown): MessageText[] =>
	wireObjectsIn([value].flat()).map(({ language = '', subject = '', text = '' }) => ({
		language: String(language ?? ''),
		subject: String(subject ?? ''),
		text: String(text ?? ''),
	}));
