import { html, type SafeHtml } from '@remix-run/html-template';
import { renderDocument } from '../../sandbox/http/page/ownPage';
import type { PmsBooking } from '../../pms/pmsBooking';
import type { TestedSystem } from '../../pms/systems';
import type { BookingChange, BookingSystem, BookingWorkflow } from './bookingSystem';

const LABELS: Readonly<Record<BookingChange, string>> = {
	confirm: 'Confirm',
	dates: 'One Day Longer',
	room: 'Other Room',
	cancel: 'Cancel',
};

/** What the page shows of a system. */
export interface SystemView {
	one: BookingSystem;
	workflow: BookingWorkflow | undefined;
	/** What happened last. */
	outcome: string | undefined;
	sandboxUrl: string;
	hasInbox: boolean;
}

/** The whole page. */
export function renderBookings(view: SystemView, systems: readonly TestedSystem[]): string {
	return renderDocument(
		'Send a booking',
		'',
		html`<header>
				<h1>Send a booking</h1>
				<p class="notice">
					These are stand-ins for booking systems, kept in memory. Each writes, signs and lists
					bookings as the real one does, and takes PINs back. The workflows of this demo have their
					addresses and credentials.
				</p>
				<nav class="row">
					<a href="${view.sandboxUrl}" target="_blank">Rooms and PINs</a>
					${view.hasInbox ? html`<a href="/inbox" target="_blank">Inbox</a>` : ''}
				</nav>
				<nav class="row" aria-label="Booking systems">
					${systems.map(({ name, from }) =>
						from === view.one.system.from
							? html`<strong aria-current="page">${name}</strong>`
							: html`<a href="/?system=${from}">${name}</a>`,
					)}
				</nav>
				${renderForm(view.one)}
			</header>
			${renderNow(view)}`,
	);
}

/** Who comes, when, and to which room. It is not in the part that reloads, which would undo what a person types. */
function renderForm({ system, nextGuest, today, inTwoDays }: BookingSystem): SafeHtml {
	const { from, rooms, hasNoInquiries = false } = system;
	return html`<form
		class="booking panel"
		hx-post="/book?system=${from}"
		hx-target="#now"
		hx-swap="outerMorph"
	>
		<label>Guest <input name="guest" placeholder="${nextGuest}" /></label>
		<label
			>Email
			<input
				name="email"
				type="email"
				placeholder="${nextGuest.split(' ')[0]?.toLowerCase()}@example.com"
		/></label>
		<label>
			Room
			<select name="room">
				${rooms.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
			</select>
		</label>
		<label>Arrival <input name="arrival" type="date" value="${today}" /></label>
		<label>Departure <input name="departure" type="date" value="${inTwoDays}" /></label>
		<button type="submit" name="kind" value="confirmed">New Booking</button>
		${
			hasNoInquiries
				? ''
				: html`<button type="submit" name="kind" value="inquiry">New Inquiry</button>`
		}
	</form>`;
}

/** The part with the bookings, which reloads every two seconds. */
export function renderNow({ one, workflow, outcome }: SystemView): SafeHtml {
	const { from, name, api } = one.system;
	const takesPins = api.pinBack !== undefined;
	return html`<section
		id="now"
		class="panel"
		hx-get="/now?system=${from}"
		hx-trigger="every 2s"
		hx-swap="outerMorph"
	>
		<h2>${name}</h2>
		<p>${stateOf(name, workflow)}</p>
		<output role="status">${outcome ?? ''}</output>
		${
			one.bookings.length === 0
				? html`<p>No bookings yet.</p>`
				: html`<table>
						<thead>
							<tr>
								<th>Guest</th>
								<th>Room</th>
								<th>Days</th>
								<th>Status</th>
								${takesPins ? html`<th>PIN in ${name}</th>` : ''}
								<th></th>
							</tr>
						</thead>
						<tbody>
							${one.bookings.map((booking) => renderBooking(one, booking))}
						</tbody>
					</table>`
		}
	</section>`;
}

function stateOf(name: string, workflow: BookingWorkflow | undefined): SafeHtml {
	if (workflow === undefined) return html`n8n has no workflow ‘${name}’. Start the demo again.`;
	const link = html`<a href="${workflow.editorUrl}" target="_blank">workflow ‘${name}’</a>`;
	if (!workflow.isConnected)
		return html`The ${link} asks the real ${name}, because it was there before. Delete it in n8n,
		then start the demo again.`;
	return workflow.isPublished
		? html`The ${link} is published.`
		: html`The ${link} is not published yet. Publish it in n8n first.`;
}

function renderBooking(one: BookingSystem, booking: PmsBooking): SafeHtml {
	const { id, kind, guest, rooms, arrival, departure } = booking;
	const { from, api } = one.system;
	const pin = one.pinOf(booking);
	const changes = Object.entries(LABELS).filter(([change]) =>
		change === 'confirm' ? kind === 'inquiry' : kind !== 'cancelled',
	);
	return html`<tr>
		<td>${guest.first} ${guest.last}</td>
		<td>${rooms[0].name}</td>
		<td>${arrival} to ${departure}</td>
		<td>${kind}</td>
		${api.pinBack ? html`<td>${pin ? html`<code>${String(pin)}</code>` : ''}</td>` : ''}
		<td>
			<div class="row">
				${changes.map(([change, label]) =>
					button(label, `/change?system=${from}&id=${id}&change=${change}`),
				)}
			</div>
		</td>
	</tr>`;
}

const button = (label: string, path: string): SafeHtml =>
	html`<button type="button" hx-post="${path}" hx-target="#now" hx-swap="outerMorph">
		${label}
	</button>`;
