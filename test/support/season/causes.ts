/** Why something at a door or in a message is not as it must be, other than the product: what stood in the way, and what n8n says then. */
export const CAUSES = {
	'no message about the change had arrived': {
		why: 'The message about the change came late or never, or n8n was down, and no nightly list had made up for it.',
		says: 'Nothing: no execution knew of the change.',
	},
	'n8n was killed': {
		why: 'The process ended in the middle of an execution. The next message or nightly list about the booking finishes what it began.',
		says: 'Nothing: the execution has no items.',
	},
	'the service failed': {
		why: 'The service refused or lost requests, also when the node repeated them. The next execution about the booking finishes.',
		says: 'The item fails, and says whether part of the change was made.',
	},
	'the lists of the service lagged': {
		why: 'The lists of the service were older than the change.',
		says: 'The item fails, or shows the access as the list had it.',
	},
	'two versions ran at once': {
		why: 'Two executions had different states of the booking at the same time.',
		says: 'Each item says what its execution did. The nightly list corrects the rest.',
	},
	'two executions at once': {
		why: 'The same message came twice at the same time, and both executions found the change still to be made.',
		says: 'Both items say that they made the change.',
	},
	'an older version came last': {
		why: 'The nightly list was read before the change, and arrived after the message about it.',
		says: 'The item shows what it changed, as for any list.',
	},
	'the nightly list did not end it by its rules': {
		why: 'More access would have closed than **Close at Most** allows, more than one guest in the house would have been locked out, the access was younger than **Keep New Reservations**, or the service left a record out of its list.',
		says: 'The item has `held_back`, or one at the end has `held_back`, `not_removed` or `newer_than_list`, and names the guests.',
	},
	'another guest after the arrival: the host was asked': {
		why: 'The message that the booking had passed to another guest came after the arrival. Nothing is taken away from a guest in the house.',
		says: 'The item has `guest_changed`. The host gives the new guest a PIN with *Change PIN*, half an hour later in this season.',
	},
	'a guest who left, which only the nightly list can say': {
		why: 'The first of several guests left the booking. A cancellation of guest 1 would end the access of all.',
		says: 'Nothing, until the nightly list ends the access.',
	},
	'a guest who left after the arrival, whom the nightly list does not end': {
		why: 'The nightly list leaves access that has begun alone, unless **Include Current Stays** is on, also if the rest of the booking has moved to a later arrival since.',
		says: 'Nothing: the access ends with the stay.',
	},
	'a guest who moved has time to read of the new PIN': {
		why: 'During the stay, the old access ends half an hour after the new one is ready (**Keep Old Rooms**).',
		says: 'The item has the new rooms and the new PIN.',
	},
	'the new room was not ready: the old one stayed open': {
		why: 'The lock of the new room was offline. During the stay, the old access ends only once the new one is ready, which an execution has to see. If both rooms have a door in common, whose lock takes a PIN only once, the new access also begins only then.',
		says: 'The item has `old_access_kept`. The next message or nightly list ends the old access.',
	},
	'n8n was killed before it told the PIN': {
		why: 'The execution made the access and ended before its message. The next one about the booking sends it.',
		says: 'The next item is `unchanged`, and its `message_key` is new to the workflow.',
	},
	'the service failed: the host was told': {
		why: 'The execution failed, and the service may have carried out part of the change. No later one can know what the guest was told.',
		says: 'The item fails, so the message goes to the host. The next item is `unchanged`, and has the PIN in `pin` or `pins`.',
	},
	'the lock was offline': {
		why: 'The service could not reach the lock.',
		says: 'The item has the problem of the lock, with `keeps_door_closed` where a guest could be locked out, so the message goes to the host.',
	},
	'not ready in time: the host told them': {
		why: 'The PIN was not issued within **Wait Timeout**, or a lock had a problem.',
		says: 'The item is not ready, or has a problem with `keeps_door_closed`, so the message goes to the host.',
	},
} as const satisfies Record<string, { why: string; says: string }>;

/** One of them, or the product. */
export type Cause = keyof typeof CAUSES | 'product';
