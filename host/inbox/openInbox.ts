import { createRequire } from 'node:module';
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
	readonly from: { readonly text: string };
	readonly to: { readonly text: string };
	readonly subject: string;
	readonly text: string;
	readonly html: string | false;
	readonly date?: Date;
	readonly attachments: ReadonlyArray<{ readonly filename?: string; readonly content: Buffer }>;
}

export interface Inbox {
	/** The oldest first. */
	readonly emails: Email[];
	/** Addresses that it refuses, beside those of `refused.example`. */
	refused: string[];
	/** Addresses for which it is too busy now. */
	busy: string[];
	/** The addresses that it refused, one an attempt. */
	readonly refusals: string[];
	/** What n8n's SMTP credential needs. */
	readonly credential: Record<string, string | number | boolean>;
	stop(): Promise<void>;
}

const REFUSED_DOMAIN = '@refused.example';

/** Starts a mail server on any free port of this machine. It keeps every email, whoever it is for, and sends none on. */
export async function openInbox(): Promise<Inbox> {
	const load = createRequire(__filename);
	const { SMTPServer } = load('smtp-server') as { SMTPServer: SmtpServerClass };
	const { simpleParser } = load('mailparser') as {
		simpleParser: (stream: Readable) => Promise<Email>;
	};
	const inbox: Pick<Inbox, 'emails' | 'refused' | 'busy' | 'refusals'> = {
		emails: [],
		refused: [],
		busy: [],
		refusals: [],
	};
	const isRefused = (address: string) =>
		inbox.refused.includes(address) || address.endsWith(REFUSED_DOMAIN);
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onRcptTo: ({ address }, _session, done) => {
			if (inbox.busy.includes(address))
				return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
			if (!isRefused(address)) return done();
			inbox.refusals.push(address);
			done(new Error('No such mailbox'));
		},
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
