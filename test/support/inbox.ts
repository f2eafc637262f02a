import type { Readable } from 'node:stream';

/** What the two packages, which bring no types, are used for. */
interface SmtpServer {
	listen: (port: number, host: string, ready: () => void) => void;
	close: (done: () => void) => void;
	server: { address: () => { port: number } };
}
type SmtpServerClass = new (options: {
	authOptional: boolean;
	disabledCommands: string[];
	onRcptTo: (address: { address: string }, session: unknown, done: (error?: Error) => void) => void;
	onData: (stream: Readable, session: unknown, done: () => void) => void;
}) => SmtpServer;
export interface Email {
	from: { text: string };
	to: { text: string };
	subject: string;
	text: string;
	html: string | false;
}

export interface Inbox {
	emails: Email[];
	refused: string[];
	credential: Record<string, string | number | boolean>;
	stop: () => Promise<void>;
}

export async function openInbox(): Promise<Inbox> {
	const { SMTPServer } = jest.requireActual<{ SMTPServer: SmtpServerClass }>('smtp-server');
	const { simpleParser } = jest.requireActual<{
		simpleParser: (stream: Readable) => Promise<Email>;
	}>('mailparser');
	const inbox: Pick<Inbox, 'emails' | 'refused'> = { emails: [], refused: [] };
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: ({ address }, _session, done) =>
			done(inbox.refused.includes(address) ? new Error('No such mailbox') : undefined),
		onData: (stream, _session, done) =>
			void simpleParser(stream).then((email) => {
				inbox.emails.push(email);
				done();
			}),
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return Object.assign(inbox, {
		credential: {
			host: '127.0.0.1',
			port: server.server.address().port,
			secure: false,
			disableStartTls: true,
			user: '',
			password: '',
		},
		stop: async () => await new Promise<void>((resolve) => server.close(resolve)),
	});
}
