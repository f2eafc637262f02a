import { defineOperation } from '../../operation/defineOperation';
import { fromInput } from '../../operation/kinds/fromInput';
import type { FieldRow, Fields } from '../../operation/types';
import {
	FIRST_MESSAGE,
	type MessageText,
	SOMETHING_CHANGED,
} from '../../reservations/message/defaultTexts';
import { toSend, WAYS } from '../../reservations/message/wayToSend';
import { writeMessage as write } from '../../reservations/message/writeMessage';
import { wireObjectsIn } from '../../wire/records';

const rows = (name: string, displayName: string) =>
	({
		name,
		displayName,
		values: [
			{
				displayName: 'Language',
				name: 'language',
				type: 'string',
				default: '',
				placeholder: 'e.g. pl, Polish',
				description:
					'The code of the language, then other names that bookings have for it. Guests whose language has no row get the English one.',
			},
			{
				displayName: 'Subject',
				name: 'subject',
				type: 'string',
				default: '',
				description: 'The subject of an email, with the same placeholders as the text',
			},
			{
				displayName: 'Text',
				name: 'text',
				type: 'string',
				typeOptions: { rows: 6 },
				default: '',
				description:
					'What the guest reads. Placeholders: {guest}, {rooms}, {arrival}, {departure}, {pin}, {pins} (of doors with a PIN of their own), {key_link}, {reservation}, {address}, {directions}, {wifi}, {phone}, {guest_page}, and any field of the input item, such as {parking}. A line whose placeholder has no value is left out.',
			},
		],
	}) as const satisfies FieldRow;

const FIELDS = {
	language: {
		displayName: 'Language',
		type: 'string',
		takesAnything: true,
		default: '',
		placeholder: 'e.g. de',
		description:
			"The guest's language, as a code or a name. Leave empty for English. Days and times are written in this language, in the time zone of the room.",
	},
	wasTold: {
		displayName: 'Guest Was Told Before',
		type: 'boolean',
		default: false,
		description:
			"Whether the guest has had a message about this stay: then the text is that under 'Something Changed', and otherwise that under 'First Message'",
	},
	sendBy: {
		displayName: 'Send By',
		type: 'options',
		default: 'none',
		options: Object.entries({ ...WAYS, none: 'None' })
			.map(([value, name]) => ({ name, value }))
			.sort((a, b) => a.name.localeCompare(b.name)),
		description:
			"What sends the message. The item then says in 'send_by' and 'send_to' how and where: to its field 'contact' if it has one, or else to the guest. A booking system takes only its own stays. The others, and guests without a phone number, get an email. Without an email address, 'send_to' is empty, and the text asks you to pass it on.",
	},
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

export const writeMessage = defineOperation({
	value: 'writeMessage',
	name: 'Write Message',
	action: 'Write message to guest of reservation',
	description:
		"Write the guest's message about a reservation in the guest's language, from texts with placeholders. Sends nothing.",
	effect: 'read',
	reference: {
		items:
			'Each item is the input item with `language`, `subject` and `text`. With **Send By**, `send_by` and `send_to` say how to send it, and where.',
	},
	kind: fromInput(({ language, wasTold, sendBy, texts }, input) => [
		() => {
			const { first, change } = (texts ?? {}) as { first?: unknown; change?: unknown };
			const [ofFirst, ofChange] = [toTexts(first), toTexts(change)];
			const chosen = wasTold === true && ofChange.length > 0 ? ofChange : ofFirst;
			const message = write(input, { language: String(language), texts: chosen });
			return [
				{
					...input,
					...message,
					...(sendBy === 'none' ? {} : toSend(input, message, String(sendBy))),
				},
			];
		},
	]),
	fields: FIELDS,
	request: () => ({}),
});

const toTexts = (value: unknown): MessageText[] =>
	wireObjectsIn([value].flat()).map(({ language = '', subject = '', text = '' }) => ({
		language: String(language ?? ''),
		subject: String(subject ?? ''),
		text: String(text ?? ''),
	}));
