import { CancelledError, NotStartedError, rethrow } from '../../errors/errors';
import type { SendRequest } from '../../transport/request';
import { isText, type WireObject } from '../../wire/records';
import { type Contact, contactsLeftOut, contactsToWrite, nameToWrite } from '../plan/person';
import type { Problem } from '../stays/problems';
import { type Guest, isSameText } from '../stays/stay';

export type FindPeople = (contact: string) => Promise<readonly WireObject[]>;

/**
 * Writes the contacts of a booking to the stay's own mailbox, after the doors and best effort. An
 * address that cannot be read, or what the service does not take, is emptied there, because it would
 * be that of an earlier booking. A number without a country code can be the same one.
 * Returns what was left out; throws only if the execution is stopped.
 */
export async function writeContacts(
	send: SendRequest,
	findPeople: FindPeople,
	guest: Guest,
	mailbox: WireObject,
): Promise<Problem[]> {
	const { user_identity_id: id } = mailbox;
	const wanted = contactsToWrite(guest, mailbox);
	const name = nameToWrite(guest, mailbox);
	const unusable = guest.unusable.filter((one) => one === 'email_address' && isText(mailbox[one]));
	if (wanted.length + unusable.length === 0 && name === undefined) return [];
	// Otherwise, each execution would send what the service refuses.
	const looked = await Promise.all(
		wanted.map(async ([contact, text]) => ({
			contact,
			text,
			isTaken: await isTaken(findPeople, contact, text, id),
		})),
	);
	const write = async (body: Readonly<Record<string, string | null>>) => {
		if (Object.keys(body).length === 0) return true;
		const endpoint = '/user_identities/update';
		const sending = send({ endpoint, body: { user_identity_id: id, ...body }, effect: 'write' });
		return await isDone(sending);
	};
	const emptied = (contacts: readonly Contact[]) =>
		Object.fromEntries(contacts.filter((one) => isText(mailbox[one])).map((one) => [one, null]));
	const taken = looked.filter((one) => one.isTaken).map(({ contact }) => contact);
	const free = looked.filter((one) => !one.isTaken);
	const isWritten = await write({
		...(name === undefined ? {} : { full_name: name }),
		...emptied([...taken, ...unusable]),
		...Object.fromEntries(free.map(({ contact, text }) => [contact, text])),
	});
	if (isWritten) return contactsLeftOut(taken);
	const all = wanted.map(([contact]) => contact);
	await write(emptied([...all, ...unusable]));
	return contactsLeftOut(all);
}

/** False if nobody can tell. A search also finds partial matches. */
async function isTaken(
	findPeople: FindPeople,
	contact: Contact,
	text: string,
	ownId: unknown,
): Promise<boolean> {
	try {
		const people = await findPeople(text);
		return people.some(
			({ user_identity_id: id, [contact]: known }) => id !== ownId && isSameText(known, text),
		);
	} catch (error) {
		return unlessStopped(error);
	}
}

async function isDone(sending: Promise<unknown>): Promise<boolean> {
	try {
		await sending;
		return true;
	} catch (error) {
		return unlessStopped(error);
	}
}

const unlessStopped = (error: unknown): false =>
	error instanceof CancelledError || error instanceof NotStartedError ? rethrow(error) : false;
