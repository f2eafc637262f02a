import type { FastifyInstance } from 'fastify';
import { sendHtml } from '../../sandbox/http/page/ownPage';
import type { Inbox } from './openInbox';
import { renderEmails, renderInbox, type Sender } from './renderInbox';

export interface InboxPage {
	readonly inbox: Inbox;
	readonly senders: readonly Sender[];
	/** Executes the workflow, and says how it ended. */
	readonly execute: (workflow: string) => Promise<string>;
}

/** The page with the emails, under `/inbox`. */
export function inboxRoutes(
	server: FastifyInstance,
	{ inbox, senders, execute }: InboxPage,
	sandboxUrl: string,
): void {
	let outcome: string | undefined;
	const view = () => ({ emails: inbox.emails, senders, outcome, sandboxUrl });
	server.get('/inbox', (_request, reply) => sendHtml(reply, renderInbox(view())));
	server.get('/inbox/emails', (_request, reply) =>
		sendHtml(reply, renderEmails(view()).toString()),
	);
	server.post('/inbox/send', async (request, reply) => {
		const { workflow } = request.query as { workflow?: string };
		if (senders.some((sender) => sender.workflow === workflow))
			outcome = await execute(String(workflow));
		return sendHtml(reply, renderEmails(view()).toString());
	});
}
