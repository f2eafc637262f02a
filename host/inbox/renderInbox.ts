import { html, type SafeHtml } from '@remix-run/html-template';
import { renderDocument } from '../../sandbox/http/page/ownPage';
import type { Email } from './openInbox';

/** A workflow that a person can execute now, in place of waiting for its schedule. */
export interface Sender {
	/** Its name in n8n. */
	readonly workflow: string;
	/** What the button says. */
	readonly label: string;
}

export interface InboxView {
	readonly emails: readonly Email[];
	readonly senders: readonly Sender[];
	/** How the last execution ended. */
	readonly outcome: string | undefined;
	readonly sandboxUrl: string;
}

export function renderInbox(view: InboxView): string {
	return renderDocument(
		'Inbox',
		'',
		html`<header>
				<h1>Inbox</h1>
				<p class="notice">
					All emails of this demo, to guests and to you, the host. None of them leaves this
					computer. Emails to addresses that end with <code>@refused.example</code> are refused: you
					get them at the next check, to pass on.
				</p>
				<nav class="row">
					<a href="/">Send a booking</a>
					<a href="${view.sandboxUrl}" target="_blank">Rooms and PINs</a>
				</nav>
			</header>
			${renderEmails(view)}`,
	);
}

/** The part with the emails, the newest first. It reloads every two seconds. */
export function renderEmails({ emails, senders, outcome }: InboxView): SafeHtml {
	return html`<section
		id="emails"
		hx-get="/inbox/emails"
		hx-trigger="every 2s"
		hx-swap="outerMorph"
	>
		<p class="row">
			${senders.map(
				({ workflow, label }) =>
					html`<button
						type="button"
						hx-post="/inbox/send?workflow=${encodeURIComponent(workflow)}"
						hx-target="#emails"
						hx-swap="outerMorph"
					>
						${label}
					</button>`,
			)}
		</p>
		<output role="status">${outcome ?? ''}</output>
		${emails.length === 0 ? html`<p>No emails yet.</p>` : [...emails].reverse().map(renderEmail)}
	</section>`;
}

const renderEmail = ({ to, subject, text, date }: Email): SafeHtml =>
	html`<article class="panel">
		<h2>${subject}</h2>
		<p>
			To
			<strong>${to.text}</strong>${date ? `, ${date.toLocaleTimeString('en-GB').slice(0, 5)}` : ''}
		</p>
		<pre>${withLinks(text)}</pre>
	</article>`;

/** The text, in which a person can click the addresses of pages. */
const withLinks = (text: string): Array<SafeHtml | string> =>
	text
		.trim()
		.split(/(https?:\/\/[^\s<>"\])]*[^\s<>"\]).,;:!?])/)
		.map((part, index) =>
			index % 2 === 1 ? html`<a href="${part}" target="_blank">${part}</a>` : part,
		);
