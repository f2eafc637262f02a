/** What must hold, whatever happened. The sentences are the guide's, not the code's. */
export const RULES = {
	'address of an item':
		'An item about a booking names only the contacts that this version of the booking has.',
	'address of a reading': 'A reading names only contacts that a version of this booking had.',
	'address of a message':
		'A message goes to the guest of the booking that it is about, or to the host.',
	'as booked or said':
		'After an execution in which nothing failed, the doors are as the booking says, or the host is told why not.',
	'way in':
		'A guest in the house who could open a door can still open one, whatever is refused or cut. By one list, at most one guest loses this who stays longer than 12 hours.',
	'loss is said':
		'If a guest in the house can no longer open any door, the host is told in the same execution.',
	'outcome is true': 'The outcome of an item is what was done.',
	'change of PIN is said': 'A PIN that changes is said in the changes, or the item says created.',
	'PIN stays':
		'The same guest keeps the PIN when dates, contacts or, before the arrival, rooms change.',
	'PIN of another': "Another guest's access opens with no PIN that an earlier guest was told.",
	stranger: 'Nobody opens a door with a PIN that they were told for a stay that is not theirs now.',
	'fails with a reason':
		'A booking with nothing wrong does not fail in an execution without a fault.',
	'closing budget':
		'One list closes at most three stays, or 2 % of all current and upcoming ones; who leaves within 12 hours does not count.',
	'named is not missing': 'A booking that the list names as confirmed does not end.',
	'new is not missing': 'A list that may be older than access ends none of it.',
	'a late version':
		'With the times of the changes, an older version that arrives late changes nothing.',
	'call during a list': 'What a call confirms while a list is applied does not end by that list.',
	'others untouched': 'Access that does not carry our key, and its person, stay as they are.',
	'by hand is said':
		'What somebody added to our access by hand does not go without a word: the changes say it, or the host is told.',
	'message key':
		'The key of a message differs if, and only if, the guest would read something else.',
	'second time': 'The same input twice writes nothing the second time.',
	'dry run':
		'A dry run writes nothing, and says what the execution after it does, but for the PIN that a lock gives.',
	'told what opens':
		'In the end, each guest was last told the PINs that open the doors of the stay.',
	'text of a message':
		'A message has the rooms, the first day and hour before the last ones, and each PIN, in the language of the guest and the time zone of the room.',
	'PINs of doors': 'Besides the PIN, an item has the doors that need another one, and no others.',
	'PIN of a message': 'A message names no PIN that is being taken away.',
	'unknown is said': 'The host is told of a status that nobody knows, and it changes nothing.',
	requests: 'One booking takes a bounded number of requests.',
	'every item has an outcome':
		'Each booking in the input has an item, linked to it, that says how it ended.',
} as const;

export type Rule = keyof typeof RULES;

/** Where a rule does not hold for a reason that nobody can mend. Each use is counted. */
export const EXEMPTIONS = {
	'another guest in the house':
		'The booking passed to another guest while somebody sleeps there: the access stays, and the host is told.',
	'unconfirmed in the house':
		'A stay that has begun is no longer confirmed: the access stays, and the host is told.',
	'the list was refused': 'The list would close too much, so the host decides.',
	'one guest by a list':
		'A list has other dates for one guest in the house, or lacks the booking and may end running stays. For more than one, nothing closes.',
	'killed where only one PIN fits':
		'The process died between the end of the old PIN and the request of the new one, where the service takes only one.',
	'killed where old access ends first':
		'The process died, or everything was cut, after old access had to end first.',
	'an entered PIN':
		'The host enters the PIN, or it is from the phone number, so two guests can have the same, and a lock takes it once. Nothing remembers a PIN that no access of the stay has any more.',
	'somebody of the same name':
		'A booking passes to somebody who has the same name or Guest Key: nobody can tell it from a new contact of the same guest, who keeps the PIN, and so can a third one. Where the service did not take the contact, or gave the access the person of another stay, a part of the name is enough.',
	'the PIN was deleted by hand':
		'Somebody deleted what opens by hand, the booking does not ask for it, and the host was told.',
	'taken by hand while old rooms still open':
		'After a move, somebody takes the new access by hand, and nothing about the stay comes before the old rooms close. The next comparison gives it again.',
	'deleted while it could still be made':
		'Somebody, or an older list, deletes a PIN or key in the ten minutes after its request. The host is told that it does not open, and an execution after these ten minutes mends it.',
	'a reservation key that somebody else used':
		'The service lets a reservation have one set of doors, so it refuses others until that access ends. The item says so.',
	'locks that take other digits': 'A lock of the rooms takes PINs of another length.',
	'renamed by hand':
		'Somebody renamed the access, and the service gave it the person of another stay, people are hidden, or the guest has another key: nothing says whose it is, so the guest gets another PIN and is told.',
	'ended meanwhile':
		'Somebody, or a call or list that comes meanwhile and waits its turn, ends the access after the execution has looked at it, and says so. The next comparison gives it again, if it is still booked.',
	'an unknown status': 'It changes nothing, and the host is told.',
	'an end that is on its way':
		'A call comes while the service already carries out the end that the list ordered.',
	'a new PIN where only one fits':
		'The service takes only one PIN, and the lock or the service does not answer while it is changed. The host is told.',
	'a full lock after old access ended first':
		'The service refuses a second access of the reservation, so the old one ended first, and then a lock of the new room had no place for the PIN. The item says both, or only the first where it does not wait, and the host is told.',
	'a change that came late':
		'The service did not answer in time, which the host was told, and made the change minutes later.',
	'a PIN that was not set yet':
		'Of several PINs, the newest stays once it is set. Until then, the item says that the old one stays, and a later execution ends it.',
	'records that lag':
		'A list of the service does not show the last change yet. The next execution mends it, except for a PIN.',
	'a lock is offline': 'The lock could not be reached since.',
	'a clock that is behind':
		"A stay or its access ended less long ago than n8n's clock is behind, so the service refuses what it is given, which the host is told and an execution after that mends. A message in that time still names its PIN.",
	'a service that never frees keys':
		'Moves use up the keys of a stay, the service never gives one back, and people are hidden, the guest has another Guest Key, or the service gave the access the person of another stay. So a cancellation with another Guest Key, or none, does not find it, unless it comes with another stay in the room.',
} as const;

export type Exemption = keyof typeof EXEMPTIONS;
