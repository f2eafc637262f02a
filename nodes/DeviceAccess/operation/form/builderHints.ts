const OF_RECORD = "Mode 'id' by an expression, or 'list', left empty";
const DAY_OR_TIME =
	"2030-01-31, or 2030-01-31T15:00 in the room's time. Of a day, leave the time out: never add 00:00 or Z";

/** What assistants that build workflows fill wrongly, by the name and type of the field. n8n shows it to them alone. */
export const BUILDER_HINTS: Readonly<Record<string, string>> = {
	'accessCodeId resourceLocator': OF_RECORD,
	'accessMethods multiOptions': "An array: 'code' is a PIN, 'mobile_key' a key on the phone",
	'arrival dateTime': DAY_OR_TIME,
	'changedAt string': 'With Z or an offset, as the booking system gives it: not the present time',
	'code string': 'Text, so that zeros in front stay. Never make up a PIN',
	'departure dateTime': DAY_OR_TIME,
	'deviceId resourceLocator': OF_RECORD,
	'deviceIds fixedCollection': "{ device: [{ deviceId: { __rl: true, mode: 'id', value } }] }",
	'dryRun boolean': 'True at first, until the user has looked at the result',
	'from options': 'The input is what the system sent, unchanged: rename and flatten nothing before',
	'keyPrefix string': 'Ends with a colon. The same in all nodes of these stays',
	'mappingMode options':
		"'autoMapInputData' after 'Read Booking': then set no other field of the booking",
	'maskPinCodes boolean': 'True if an AI agent, a chat or a log gets the output',
	'removeGone boolean':
		'True only if the input is the whole list: bookings that are not in it lose their access',
	'reservationKey string':
		'The number that the booking keeps through all changes: not a random one, a date or a name',
	'rooms resourceLocator':
		"Mode 'key': space keys separated by commas, usually by an expression. Not names, not IDs of locks",
	'since dateTime':
		'With Z or an offset. To react to events, use the trigger, and not a schedule with this operation',
	'status string':
		"The booking system's own word. Cancellations come here too: do not filter them out",
	'texts fixedCollection':
		'{ first: [{ language, subject, text }], change: [] }. Placeholders are no expressions: {guest}, {pin}',
	'triggerOn multiOptions':
		"An array of event types, such as ['lock.unlocked']. ['*'] is every event",
};
