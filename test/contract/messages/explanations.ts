/** A row of docs/troubleshooting.md: messages that mean the same, and what a person can do about them. */
export interface Explanation {
	/** Messages as the collector gives them, with … for what varies. Their own advice is added to them. */
	says: readonly string[];
	/** Further sentences that come with them. */
	details?: readonly string[];
	means: string;
}

export interface Section {
	title: string;
	intro: string;
	rows: readonly Explanation[];
}

const LATER_STEP = "create the code with 'Access Code: Create' from the values under 'recovery', or at the lock itself.";

/** Where a message appears, in the order in which a person meets the places. */
export const SECTIONS: readonly Section[] = [
	{
		title: 'Credential',
		intro: 'When the credential is tested, and in every node that uses it.',
		rows: [
			{
				says: ["Connected to the sandbox workspace '…'", "Connected to the production workspace '…'"],
				means: 'The credential works; the editor says *Connection tested successfully* in its place. In a production workspace the nodes act on real doors: *Workspace: Get* says which one it is.',
			},
			{
				says: ['The API key was not accepted'],
				means:
					'The service does not know the key. It may be incomplete, withdrawn, or of another service. Copy it again from the console of the service. In a run, nothing more is sent after three refusals in a row.',
			},
			{
				says: ['This API key is not allowed to do that'],
				means:
					'The service knows the key and does not let it do this. For webhooks, see the message about registering them under *Triggers*.',
			},
			{
				says: [
					"The 'Base URL' of the credential must start with https:// or http://, for example https://connect.getseam.com",
					"The 'Base URL' of the credential must hold an address alone: no user name, '?' or '#'",
				],
				means: "What is entered in 'Base URL' is no address. Leave it at https://connect.getseam.com unless you run a sandbox or another service.",
			},
			{
				says: ["Something answers at the 'Base URL', but it does not speak the device access interface. Check the address."],
				means: 'The address leads to a website, a proxy or another program. Compare it with the address that the service names for its API; a path at the end may be wrong.',
			},
			{
				says: ["The API key is sent to the 'Base URL' of the credential only"],
				means: "The credential is used in n8n's HTTP Request node with an address of another host. Use an address below the 'Base URL'.",
			},
		],
	},
	{
		title: 'Network',
		intro: 'In the test of the credential, and in every node. Below the message stands which call it was.',
		rows: [
			{
				says: ['Nothing answers at the address of the service', 'The host of the service cannot be reached', 'The network of the service cannot be reached'],
				details: ["Check the 'Base URL' of the credential and the network of the n8n server, then try again"],
				means: 'No program listens at the address, or the n8n server cannot get there. Look for a wrong port, a service that is down, a firewall. The address must be right from where n8n runs: in a container, localhost is the container.',
			},
			{
				says: [
					"The host name in the 'Base URL' of the credential is not known",
					"The host name in the 'Base URL' of the credential could not be looked up",
				],
				means: 'The host name is misspelt, or the n8n server has no working name service (DNS) at the moment.',
			},
			{
				says: ['The connection was cut before the answer came', 'The service could not be reached', 'The service could not be reached (…)'],
				means: 'The connection ended early: the service, a proxy or the network broke it off. In a run, what only reads was tried again already. For an action, see *may have carried out* under Details.',
			},
			{
				says: ['The service took too long to answer'],
				details: ["Try again later, or raise 'Timeout' under Options"],
				means: 'No answer came within the time for one request, 30 seconds unless you have set another. For an action, see *may have carried out* under Details.',
			},
			{
				says: ["The address does not speak https; check the 'Base URL' of the credential"],
				means: "The address begins with https://, and the service there speaks http://, as a sandbox on your own machine does.",
			},
			{
				says: ['The certificate of the service is not trusted', 'The certificate of the service has expired', 'The certificate belongs to another host'],
				details: ['Check the address, and ask whoever runs the service for a valid certificate'],
				means: 'The n8n server cannot be sure that it talks to the right service, so no key was sent. Behind a company proxy with certificates of its own, whoever runs n8n must make them known to n8n (NODE_EXTRA_CA_CERTS).',
			},
			{
				says: ['The service is not available right now'],
				means: 'The service, or a gateway before it, is down or overloaded. The node has tried again already where that is safe.',
			},
			{
				says: ['The service could not process the request', 'The service refused the request and gave no reason'],
				means: 'Something went wrong inside the service. For an action, see *may have carried out* under Details.',
			},
			{
				says: [
					'The answer of the service was incomplete or not in the expected form',
					"The answer of the service does not say 'ok'",
					"The answer of the service has no '…'",
					"The answer of the service has no '…' list",
					"The answer of the service has an entry in '…' that is no record",
					"The answer of the service has no 'pagination'",
					"The answer of the service has no 'webhook_id'",
				],
				details: [
					"Try again. If it happens every time, check the 'Base URL' of the credential: it must be the address of a service that speaks the device access interface",
				],
				means: 'What came back is not what the interface promises: an answer that broke off, a web page of a proxy, or a service of another kind or version.',
			},
			{
				says: ['The answer of the service was a redirect to another address, which is not followed so that the API key stays with the service'],
				means: "The address has moved, often from http:// to https://. Enter the new address as 'Base URL', if you trust it.",
			},
			{
				says: ['The service limits how many requests it takes'],
				details: ['The service asks to wait …', "That is longer than 'Longest Wait for Rate Limit' under Options allows (…)"],
				means:
					"Too many requests in a short time, often per device. The node waits and repeats by itself up to the limits under Options; this message says that it gave up. Raise 'Longest Wait for Rate Limit', send fewer codes of one device, or run fewer workflows at once. Nothing was done for this item.",
			},
		],
	},
	{
		title: 'Fields',
		intro: 'Said before anything is sent. Often the value comes from an expression that gives nothing for this item: look at the input of the node.',
		rows: [
			{
				says: ["'…' is empty"],
				means: 'The field has no value for this item. A value from an earlier node may be missing, or spelt differently.',
			},
			{
				says: [
					"'PIN' is empty", "'Card Number' is empty", "'Common Code Key' is empty", "'Event Type' is empty", "'Reservation Key' is empty", "'Since' is empty",
				],
				means: 'The operation cannot do without this field.',
			},
			{
				says: ["'Access Methods' is empty", "'Filters' is empty"],
				means: 'Add at least one row.',
			},
			{
				says: ["'…' must be an ID of the form 00000000-0000-0000-0000-000000000000"],
				means: 'A name, a PIN or a part of an ID stands where the ID belongs. IDs are in the outputs of this node: `device_id`, `access_code_id` and so on.',
			},
			{
				says: ["'…' is not a date in the form 2030-01-31T15:00"],
				means:
					"Forms such as 03/04/2030 mean one day in one country and another day elsewhere, so none of them is guessed at. An expression can rewrite a date whose form you know: `{{ DateTime.fromFormat($json.arrival, 'dd.MM.yyyy HH:mm') }}`, or `'MM/dd/yyyy'` where the month comes first. So can the node *Date & Time*. All forms that are taken: [Dates and times](reference/README.md#dates-and-times).",
			},
			{
				says: ["'…' must be after '…'", "'Ends At' must be in the future", "'Starts At' and 'Ends At' go together"],
				means: 'Start and end do not fit. A date without a time zone counts in the time zone of the workflow, which is in its settings.',
			},
			{
				says: ["'…' must have … to … digits and nothing else"],
				means: 'A PIN has digits alone. A number from a table loses a zero at its beginning: make it a text there.',
			},
			{
				says: ["'…' can hold … IDs at most", "'Custom Metadata' can hold … entries at most", "'Value' of '…' must have … characters at most"],
				means: 'The service takes no more than that. Split the list, or shorten the text.',
			},
			{
				says: ["'Key' under 'Custom Metadata' is empty", "'Value' of '…' is empty"],
				means: 'An entry of custom metadata lacks its name, or the text to look for.',
			},
			{
				says: ["'Limit' must be 1 or more", "'Max Uses of the Link' must be a whole number of 1 or more"],
				means: "The number is 0, negative or no number. To get a whole list, switch on 'Return All'.",
			},
			{
				says: ["'Phone Number' needs the country code"],
				means: 'The service takes phone numbers in the international form alone.',
			},
			{
				says: [
					"'Offline Access Code' needs 'Starts At' and 'Ends At'", "'Use Backup Access Code Pool' needs 'Starts At' and 'Ends At'",
					"'Code' cannot be chosen for an 'Offline Access Code'", 'An ongoing code has no times', 'A code that is no longer managed cannot be waited for',
					"'Ends At' and 'No End' exclude each other",
				],
				means: 'Two of the fields contradict each other, or one needs another.',
			},
			{
				says: ["'…' must be a text", "'…' must be true or false"],
				means: 'An expression gives a list or an object where a text is needed, or for a switch something other than true and false. Aggregate, for example, makes a list of every field: choose one entry, such as `{{ $json.code[0] }}`.',
			},
			{
				says: ['There is nothing to change'],
				means: "Under 'Update Fields' no field was added, or all those that were are empty.",
			},
			{
				says: ['Nothing was entered about the person'],
				means: 'A person needs at least one of name, email address, phone number and key.',
			},
			{
				says: ['The access grant would open nothing'],
				means: 'A grant needs at least one space, device or entrance. The lists may have come out empty from an expression.',
			},
			{
				says: ["'Workspace Name' is empty", "'Workspace Name' is not the name of this workspace, so nothing was reset"],
				means: 'A reset loses everything in the workspace, so its name must be typed in. Make sure that the credential is the right one.',
			},
			{
				says: ['Only a sandbox workspace can be reset', 'Only sandbox workspaces allow this'],
				means: 'The credential has the key of a production workspace. The operation is for tests.',
			},
			{
				says: ["There is no operation '…' for '…'"],
				means: 'The workflow was edited by hand, or made by a newer version of this package. Choose the operation again, or update the package.',
			},
			{
				says: ['The service did not accept the input'],
				details: ['Check the fields named below.', 'Fields: …'],
				means: "The service checked the fields and refused some. 'Fields' names each with the service's own words, by its name in the interface: `starts_at` is 'Starts At'.",
			},
		],
	},
	{
		title: 'Pickers',
		intro:
			'A list of devices, codes or other records that cannot be loaded shows the messages of *Credential* and *Network*. The lists of codes show no PINs; *(cannot be converted)* behind a name means that the lock or its provider does not allow it.',
		rows: [
			{
				says: ['Not a valid ID'],
				means: 'In *By ID*, something else than an ID is entered. Choose *From List*, or copy the ID from the output of an earlier node.',
			},
		],
	},
	{
		title: 'Reading',
		intro: 'In *Get* and *Get Many*, above their output too.',
		rows: [
			{
				says: [
					'Nothing was found. That is no failure. If you expected something: look at the filters, and whether the credential belongs to the workspace that you mean.',
				],
				means: 'The list is empty, so no items come out and the nodes behind do not run. Switch on *Always Output Data* in the settings of the node if they shall.',
			},
			{
				says: [
					'Only the first … are shown. Switch on Return All for the rest.',
					'The lists of … of … input items are longer than Limit, and only their first records are shown. Switch on Return All for the rest.',
				],
				means: "The service has more records than came out. 'Return All' gives all, a larger 'Limit' more of them.",
			},
			{
				says: [
					'No unmanaged codes were found. Codes that this workspace has created or converted are under the resource Access Code.',
					'No unmanaged code fits what is set under Options: change it or leave it out to see all. Codes that this workspace has created or converted are under the resource Access Code.',
				],
				means: "The locks that were asked have no codes of others, or none that fits 'Search' and 'User Identifier Key'. See whether the right locks were asked.",
			},
			{
				says: ['There is no such device in this workspace'],
				means: 'The device was removed, belongs to another workspace, or is not managed by this one any more.',
			},
			{
				says: ['There is no such unmanaged access code'],
				means: 'The code was converted or deleted meanwhile, or the ID or PIN is of a managed code. An ID stays the same when a code is converted.',
			},
			{
				says: ['There is no such managed access code'],
				means: 'The code was deleted meanwhile, or the ID or PIN is of an unmanaged code.',
			},
			{
				says: ['The service does not know this action attempt'],
				means: 'The ID is wrong, or the action was too long ago.',
			},
			{
				says: ['What was asked for is not in this workspace'],
				means: 'The record was deleted, belongs to another workspace, or was never there. With *On Error: Continue* the other items go on.',
			},
			{
				says: ['The service does not offer this function'],
				means: "The service does not know the call at all. With https://connect.getseam.com this should not happen: look for a path at the end of the 'Base URL'.",
			},
			{
				says: ['The list has more than … pages', 'The list has more than … records'],
				means: 'The node stops before it takes all memory. A list is returned whole or not at all.',
			},
			{
				says: [
					'The service points back to a page that was read already, so the list would never end',
					'The service says that the list goes on, but not how to get the rest',
					'The service did not accept the request for the next page of the list',
				],
				means: 'A fault of the service while a long list is read.',
			},
			{
				says: ['Error: …', 'Warning: …', 'Pending: …'],
				details: [
					'device: …', 'devices without access: …', 'failed devices: …', 'managed code: …', 'unmanaged code: …', 'replaces access method …', 'no reason given',
				],
				means: 'The lines of `issue_summary`: what the service reports of the record, and changes that it is still making. The words are those of the service.',
			},
		],
	},
	{
		title: 'Writing',
		intro: 'When an operation changes something.',
		rows: [
			{
				says: ['The service did not accept the request'],
				means: "The service refused without a reason that this package knows. Its own words follow after 'The service says'.",
			},
			{
				says: ['The lock has a code with this PIN already'],
				means: 'A PIN can be on a lock once, whether the code is managed or not. *Get Many* of both resources shows which one has it.',
			},
			{
				says: ['The device does not support this'],
				means: 'Some locks cannot be opened from afar, or take no codes from the service.',
			},
			{
				says: ['This access code cannot be converted to managed'],
				means: "By default such an item comes out with the outcome `unsupported`; 'On Unsupported Code' decides that. See [Replace With Managed](replace-with-managed.md).",
			},
			{
				says: ['This access code cannot be deleted through the service'],
				means: 'The lock knows codes that only its own app or keypad can remove.',
			},
			{
				says: ['Only codes with an end have a backup'],
				means: 'Backup codes are for codes with a start and an end.',
			},
			{
				says: [
					'The service had accepted … of … items; what it has carried out is not undone', 'None of the … items had been accepted by the service',
					'None of the … items is known to have been accepted by the service', 'Of … more it is not known whether the service has carried out what was asked',
				],
				means: 'Stands below the message of the item at which the node stopped. Before you run it again, leave out the items that were accepted, and look at the service for those of which it is not known; *On Error: Continue* gives each item its own result.',
			},
			{
				says: ['This request was not sent, because the service had just refused others for the same reason'],
				means: 'For this item nothing was done. It can be run again once the cause is gone.',
			},
		],
	},
	{
		title: 'Waiting',
		intro: 'Actions that the service finishes later: the `message` of an item, or the message of a failed one. Each `outcome` is explained in [Outcomes and options](outcomes-and-options.md).',
		rows: [
			{
				says: ['Of … item: ….', 'Of … items: ….'],
				details: [
					'not done',
					'Pending ones are accepted and go on at the service: look at them later, or raise Wait Timeout under Options.',
					'For unsupported ones see the operation Replace With Managed.',
					'For those with lockedOut the PIN does not work now: their field recovery says what to do.',
				],
				means: 'Stands above the output when not all items ended alike, or where some need a person. Branch on `outcome` with a Switch node; items that are not done have `error` and `details`.',
			},
			{
				says: [
					'The access code is created', 'The access code is changed', 'The access code is deleted', 'The access code is managed now', 'The access code is set on the device',
					'All access methods are issued', 'The card is encoded', 'The card is assigned', 'The entrance is unlocked', 'The lock has carried out the command',
					'The workspace is back at its start', 'The action was carried out',
				],
				means: 'Done. Nothing needs to be done.',
			},
			{
				says: ['… and has not finished it yet. …', '… and has not finished it yet, and no longer knows its action attempt. …'],
				details: [
					'The service accepted the access code', 'The service accepted the change', 'The service accepted the deletion', 'The service accepted the conversion',
					'The service accepted the command', 'The service accepted the card', 'The service accepted the encoding', 'The service accepted the reset',
					"Check it later with 'Action Attempt: Get'", 'Check it later by listing the codes of the device', "Check it later with 'Access Method: Get'",
					"See with 'Device: Get' whether the door is locked", "See with 'Device: Get Many' whether the devices are back at their start",
					'Whether the door opened can be seen in the events of the entrance',
				],
				means:
					"The outcome is `pending`: 'Wait Timeout' was over first. The action goes on at the service; do not send it again. Locks that are offline or behind a slow hub take longer: raise 'Wait Timeout', or let the [trigger](guides/react-to-conversions.md) tell you.",
			},
			{
				says: ['…, but its outcome could not be read: …. …', '…. It could not be read: …'],
				details: ['The service no longer knows this action attempt'],
				means: 'The action was accepted, and then the service did not answer the question how it ended; the reason follows the colon. Look it up later; do not send it again. Where the service no longer knows the action attempt, look at the access code or at the events.',
			},
			{
				says: ['The access code is still being set on the device', 'Not all access methods are issued yet', 'The service has not said yet how the action ended'],
				means: "What was to be waited for did not come within 'Wait Timeout'. A code that begins later is set shortly before its start. The service goes on by itself: look again later.",
			},
			{
				says: [
					'The access code could not be created', 'The access code was not changed', 'The access code was not deleted', 'The access code was not converted and stays unmanaged',
					'The access code could not be set on the device', 'The access grant has errors', 'The card was not encoded', 'The card was not assigned',
					'The entrance was not unlocked', 'The door was not …', 'The workspace was not reset', 'The action was not carried out',
				],
				details: [
					'the service gives no reason',
					'Two codes of the lock have this PIN: delete one of them, or leave this one as it is',
					'The lock is full: delete codes that nobody needs, then run the item again',
					'Nothing can be done while it is not connected. Run the item again when it is',
					"Give the connected account the rights that it lacks, in the lock maker's own app",
					'Run the item again, and leave the card on the encoder until it is done',
					'Use a card of the kind that this lock system takes',
					'It was not carried out in time. Look at the device, then run the item again',
				],
				means:
					'The service took the action up and could not carry it out. After the colon stand the reasons of the service or the lock: offline, PIN not allowed, no room. Mend that, then run the item again. Where another workspace manages a code, a conversion needs *Force*.',
			},
			{
				says: ['The access code is no longer on the lock: it was removed before the service had finished', 'The access code is no longer there'],
				means: 'Somebody has removed the code meanwhile, at the lock or in another system. If the person needs access, create a new one.',
			},
			{
				says: ['The access grant is no longer there'],
				means: 'Somebody has deleted the access grant meanwhile, and its PINs and keys with it. If the person needs access, create a new one.',
			},
			{
				says: ['The execution was canceled'],
				details: ['A person or the time limit of the workflow has stopped it. What the service had accepted by then is not undone'],
				means: 'Look at the codes before you start the workflow again.',
			},
		],
	},
	{
		title: 'Migration advice',
		intro: 'In `migration.reason`, where *Get Many* of unmanaged codes has *Add Migration Advice*.',
		rows: [
			{
				says: ['It can be converted: the PIN goes on working, and name and times stay as they are', 'It can be converted. It does not open the lock now, and converting it does not change that'],
				means: 'The advice is `convert`.',
			},
			{
				says: ['It can be converted, but not now: …'],
				means: 'The advice is `keep`. Ask again when what follows the colon is over; for an offline lock, when it is back.',
			},
			{
				says: ['The lock or its provider does not let it be converted', 'Codes on … locks cannot be converted'],
				details: ['…. It can be deleted and created anew with the same PIN, name and times; in between the PIN does not work'],
				means: 'The advice is `replace` where a replacement is possible: [Replace With Managed](replace-with-managed.md).',
			},
			{
				says: ['…, and it cannot be replaced: …', '…, and it cannot be replaced now: …'],
				means: 'The advice is `keep`. What follows the colon is explained under *Replacing*.',
			},
			{
				says: [
					"The managed code '…' on this lock has the same PIN. Delete one of the two, then ask again",
					"The unmanaged code '…' on this lock has the same PIN. Delete one of the two, then ask again",
				],
				means: 'A lock can hold a PIN once. Find out which of the two codes is in use before you delete one.',
			},
			{
				says: ['It has ended and opens nothing any more, so there is nothing to take over'],
				means: 'The code can be deleted.',
			},
		],
	},
	{
		title: 'Replacing',
		intro: 'In *Replace With Managed*. Each end of a replacement, and what is on the lock then, is in [Replace With Managed](replace-with-managed.md).',
		rows: [
			{
				says: ['Nothing was changed: …', 'Nothing was changed', 'Nothing was changed for any of the … items'],
				means: 'Nothing was deleted, and the PIN works as before. The reason follows; the next rows have the reasons.',
			},
			{
				says: ["Nothing was changed: 'Retry On Fail' is on"],
				means: "With 'On Error: Continue', n8n would run all items again when the first one fails.",
			},
			{
				says: ['Nothing was changed: item … of the input asks for the same'],
				means: 'The same code stands twice in the input. Items are counted from 0.',
			},
			{ says: ["'Mask PIN Codes' is on"], means: 'The output of this operation must be able to carry the PIN.' },
			{ says: ['this code can be converted'], means: 'A conversion is better: the code stays on the lock all the time.' },
			{
				says: ['somebody has changed the code meanwhile'],
				means: 'Between the check of all items and this one. Run the item again.',
			},
			{
				says: [
					'the lock is offline', 'it is not known whether the lock is online', 'the lock has an error…', 'the connected account may not change codes on the lock…',
				],
				means: 'The lock cannot be reached or changed now. Mend that in the app of its maker, or connect the account again; then run the item again.',
			},
			{
				says: ['the lock takes no codes from the service', "only the lock maker's own app can delete it", 'its PIN is not known, so that no new code can have it'],
				means: 'This will not change. Make a new code with a PIN of its own, or leave the code to the app of the lock maker.',
			},
			{
				says: ['another managed code on the lock has the same PIN', 'another unmanaged code on the lock has the same PIN'],
				means: 'Delete one of the two first.',
			},
			{
				says: ['the lock is full, so that a code that waits for room could take its place'],
				means: 'Delete a code that is not needed any more.',
			},
			{
				says: [
					'it has ended', 'it does not work on the lock now, and a new one would', 'it has a start without an end or an end without a start, which no new code can have',
				],
				means: 'A new code would not be the same as the old one.',
			},
			{
				says: [
					'a new code must have 4 to 12 digits and nothing else, and its PIN is different', 'its PIN has … digits, and the lock takes …',
					'the lock takes no PIN with a zero', 'the lock takes no PIN that begins with 12', 'the lock takes no PIN with digits that count up or down',
					'the lock takes no PIN with three equal digits in a row, or three that count up or down', 'the lock takes only PINs with three different digits',
					'the lock takes no PIN with 0, 8 or 9', 'the lock takes no PIN with 0, 7, 8 or 9', 'the lock takes no PIN of one and the same digit',
					'the lock chooses its PINs itself', 'the lock takes only PINs of a fixed set',
					'another code on the lock begins with the same four digits, which the lock does not take', 'the lock takes only codes that begin in the future',
					'the lock has a rule for its codes that this node does not know (…)',
				],
				means: 'The lock would refuse a new code with this PIN, and the old one would be lost. Make a new code with another PIN, and tell the person.',
			},
			{
				says: [
					"its name is too long or too short for the lock; 'Replace With Managed' can give it another one",
					"another code on the lock has the same name, which the lock does not take; 'Replace With Managed' can give it another one",
				],
				means: "Enter a name in the option 'Name'.",
			},
			{
				says: [
					'The access code is managed now: the old code is deleted, the new one is set on the lock',
					'The access code is managed now: the old code is deleted, the new one will be set on the lock in time',
				],
				means: 'Done: the outcome is `replaced`.',
			},
			{
				says: [
					'The old code was not deleted and still works', 'Nothing was changed: somebody else has converted the code meanwhile, so it is managed already',
				],
				means: 'The outcome is `unchanged`. The reason follows the colon, where there is one.',
			},
			{
				says: [
					'The service has not finished the deletion of the old code yet, so no new one was created',
					'The service says that the old code is deleted, and lists it all the same, so no new one was created',
					'It is not known whether the old code is being deleted, so no new one was created',
				],
				details: [`See with 'Unmanaged Access Code: Get' whether the old code is still there. Once it is gone, ${LATER_STEP}`],
				means: 'The outcome is `pending`: the PIN may or may not work. The sentence below the message is in `recovery.next_step`.',
			},
			{
				says: [
					'The old code is deleted, and it is not known whether the new one was created', 'The old code is no longer there, and it is not known whether somebody has converted it',
					'Something unexpected happened, and it is not known whether the PIN still works',
				],
				means: 'The outcome is `pending`. Look soon: the person may stand before a closed door.',
			},
			{
				says: ['The old code is deleted, and the new one is not set on the lock yet', 'The old code is deleted, and it is not known whether the new one is set on the lock'],
				means: 'The outcome is `pending`. The new code is at the service and waits for the lock.',
			},
			{
				says: ['The old code is deleted, and no new one could be created', 'The old code is deleted, and the new one could not be set on the lock'],
				means: 'The outcome is `lockedOut`: the PIN does not work now. `recovery` has all that is needed to create the code.',
			},
			{
				says: ['Somebody else has removed the old code meanwhile. No new one was created, for that may have been on purpose'],
				details: [`If the person is to have access, ${LATER_STEP}`],
				means: 'The outcome is `lockedOut`. Ask whoever else looks after the lock.',
			},
			{
				says: [
					"…. Device: …. Access code: …. What to do is in the output under 'recovery'. If the run was stopped there is none, and the PIN is where the workflow had it from",
				],
				means: "In n8n's log, for each item with `recovery`: the same, without the PIN.",
			},
		],
	},
	{
		title: 'Triggers',
		intro: 'When a workflow with a trigger is published, tested or running.',
		rows: [
			{ says: ["'Trigger On' is empty"], means: "No event is chosen, or an expression gives none. 'All Events' takes every event." },
			{
				says: ['The service does not know one of the chosen events'],
				means: 'The type is misspelt, or the service does not have it any more.',
			},
			{
				says: ['The service does not let this API key register webhooks'],
				means: 'The key lacks the permission, or the service has no webhooks for it. The polling trigger needs none.',
			},
			{
				says: ['The service registered the webhook without telling its signing secret', "The credential has no 'Webhook Signing Secret'"],
				means: 'Deliveries can be trusted only when their signature can be checked. The secret is in the console of the service, beside the webhook.',
			},
			{
				says: ['The webhook … could not be removed from the service: …'],
				means: "In n8n's log. The workflow is stopped all the same; the webhook is removed when the workflow is published again. To remove it now, use the console of the service.",
			},
			{
				says: ['A delivery to the Device Access Trigger was refused: …'],
				details: ['it is not signed', 'its time is more than five minutes away from the time of this n8n', 'it is not signed with the secret of the webhook'],
				means:
					"In n8n's log. Not signed: somebody else has found the address, or a proxy removes the headers. Time: set the clock of the n8n server. Secret: the one in the credential is old, or the webhook was registered anew; publish the workflow again, or enter the new secret.",
			},
			{
				says: ['…: The credential could not be read, so its signing secrets do not count: …'],
				means:
					"In n8n's log. The credential of the instant trigger was deleted, or cannot be decrypted. A webhook registered by hand needs it: select another in the node. Other webhooks need it only while a delivery does not fit their own secret.",
			},
			{
				says: ['The delivery is not signed as expected', 'The delivery holds no event', 'Not a chosen event', 'Received before', 'Being handled'],
				means: 'Answers to the sender, seen in the delivery log of the service (401, 400, 200, 200, 503). The last three are in order: nothing is lost, and nothing starts twice.',
			},
			{
				says: ['There is no such event in the last 30 days to show as a sample'],
				means: 'A manual run of the polling trigger shows the newest event that matches, and there is none yet.',
			},
			{
				says: ['The trigger starts from now: …', '…: The trigger starts from now: …'],
				details: [
					'what it had kept of the last check …', 'is damaged and could not be read', 'is of a newer version of this package (form …; this version knows form …)',
					"the service's clock shows …, but events were read until …. Its clock was set back, or the credential is of another service now",
				],
				means:
					"The polling trigger could not go on where it had stopped. It says so once, as a failed execution and in n8n's log, and works on. A newer version: the package was put back to an older one; update it. A clock set back: see whether the credential was changed to another workspace or service.",
			},
			{
				says: [
					'What the trigger had kept …: an event of the last hours may come a second time', '…: What the trigger had kept …: an event of the last hours may come a second time',
				],
				means:
					"In `trigger_message` of an item of the instant trigger, and in n8n's log. Said once; the trigger works on. What it no longer knows are the deliveries that it has had, so the service may repeat one of them.",
			},
			{
				says: ['…: What the trigger had kept …; it is set up anew'],
				means: "In n8n's log, when a workflow with an instant trigger is published or unpublished. Nothing is left to do.",
			},
			{
				says: ['The trigger no longer knows its registration at the service, so it has to refuse deliveries'],
				means:
					'A failed execution, once. What n8n had stored of the trigger was damaged, its signing secret with it; or another n8n process, or another trigger of the workflow, wrote back what was stored before the workflow was published anew; or the webhook was deleted at the service.',
			},
			{
				says: ['…: Whether the service still has the webhook of the trigger could not be found out: …'],
				means: "In n8n's log, after a delivery with a wrong signature. The reason stands behind it. A later delivery lets the trigger ask again.",
			},
			{
				says: ['There was no time left to read the access code'],
				means: "In `access_code_message`, with *Include Access Code*: the event is there, `access_code` is null. Read it with *Access Code: Get*. The reason can also be any message of *Network*, or a refusal such as that for the rate limit: a trigger asks once.",
			},
		],
	},
	{
		title: 'Details',
		intro: 'Sentences that stand below a message, in its description.',
		rows: [
			{
				says: ['The service may have carried out the action all the same: … before you repeat it. It was not sent again'],
				details: [
					'look at the access code', 'see whether the access code is there', 'look at the access grant', 'see whether the access grant is there', 'look at the access method',
					'look at the access group', 'look at the person', 'see whether the person is there', 'look at the device', 'look at the entrance', 'look at the workspace',
					'look at what it was about',
				],
				means: 'The request was sent, and no answer proves what became of it. The node does not send it twice. Look first; repeat it only where nothing was done.',
			},
			{
				says: ['Publish the workflow again: what is left of its webhook at the service is removed first'],
				means: 'The same for the webhook of a trigger.',
			},
			{
				says: ['The service says: …'],
				means: 'The words of the service itself, with PINs and keys replaced by asterisks.',
			},
			{
				says: ['Call: …', 'Call: …, …', 'Call: …, HTTP …', 'Call: …, HTTP …, …', 'Request ID: …'],
				means: 'Which call failed and how, and its number at the service. Give both to the support of the service.',
			},
			{
				says: ['Device: …', 'Access code: …', 'Action attempt: …', 'Type: …'],
				means: 'What the message is about, and the kind of failure as the service names it.',
			},
		],
	},
];

/** Texts that no person gets to see, or that are a part of another: why each needs no row. */
export const NOT_EXPLAINED: Readonly<Record<string, string>> = {
	'={{ (…)[$parameter["resource"] + " " + $parameter["operation"]] }}': 'an expression of n8n',
	'Bearer …': 'a header',
	'Bearer ****': 'what stands in place of a header',
	'A sequence is run by runSequence': 'a mistake in this package, which its types rule out',
	'HTTP … …': 'for developers: describeError words it anew',
	'No answer: …': 'for developers: describeError words it anew',
	'Page loop stopped: …': 'for developers: describeError words it anew',
	'Not started': 'never thrown out of a run',
	'… second': 'a part of the wait that the service asks for',
	'… seconds': 'a part of the wait that the service asks for',
	'… minutes': 'a part of the wait that the service asks for',
	'… hours': 'a part of the wait that the service asks for',
};
