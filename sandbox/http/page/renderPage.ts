import { html, type SafeHtml } from '@remix-run/html-template';
import { renderDocument } from './ownPage';
import type { EventView } from './readEvents';
import type { CodeView, GrantView, HouseView, LockView, RoomView } from './readHouse';

export interface PageView {
	house: HouseView;
	events: EventView[];
	/** The time in the sandbox, in full minutes, and by how many days it was moved. */
	clock: { now: string; daysAhead: number };
	/** Changes whenever anything on the page changes. */
	revision: string;
}

export const PAGE_PATH = '/_sandbox/page';

export function renderPage(
	view: PageView,
	{ url, apiKey }: { url: string; apiKey: string },
): string {
	const { house } = view;
	return renderDocument(
		`${house.name}: locks, PINs and events`,
		PAGE_PATH,
		html`<header>
				<h1>${house.name}: locks, PINs and events</h1>
				<p class="notice">
					This is a stand-in for the service, kept in memory, so that you can try things without
					locks. It shows PINs because they open nothing. Base URL <code>${url}</code>, API key
					<code>${apiKey}</code>.
				</p>
				<div class="tools">
					${renderKeypad(house)}
					<button
						type="button"
						hx-post="${PAGE_PATH}/restart"
						hx-confirm="Start over? This undoes every change to locks, PINs and access."
					>
						Start Over
					</button>
				</div>
			</header>
			${renderNow(view)}`,
	);
}

/** The part with the rooms and events. It reloads every second, and stays the same if nothing changed. */
export function renderNow({ house, events, clock, revision }: PageView): SafeHtml {
	return html`<main
		id="now"
		hx-get="${PAGE_PATH}/now?seen=${revision}"
		hx-trigger="every 1s"
		hx-swap="outerMorph"
	>
		<div class="clock">
			<p>
				Time in the sandbox:
				<strong>${time(clock.now, house.rooms[0]?.timeZone ?? 'UTC')}</strong>${
					clock.daysAhead > 0
						? `, ${clock.daysAhead === 1 ? '1 day' : `${clock.daysAhead} days`} ahead. The time of n8n has not moved: its schedules, messages and new bookings go by today.`
						: ''
				}
			</p>
			<button
				type="button"
				id="day-forward"
				hx-post="${PAGE_PATH}/day"
				hx-target="#now"
				hx-swap="outerMorph"
			>
				A Day Forward
			</button>
		</div>
		<div class="rooms">
			${house.rooms.map(renderRoom)}
			${house.hiddenLocks > 0 ? html`<p>${house.hiddenLocks} more locks are not shown.</p>` : ''}
		</div>
		<section class="events" aria-labelledby="events" tabindex="0">
			<h2 id="events">What has happened</h2>
			${
				events.length === 0
					? html`<p>Nothing yet.</p>`
					: html`<ol>
							${events.map(renderEvent)}
						</ol>`
			}
		</section>
	</main>`;
}

export function renderOutcome(text: string): SafeHtml {
	return html`<output id="outcome" for="keypad-lock keypad-pin">${text}</output>`;
}

function renderKeypad({ rooms }: HouseView): SafeHtml {
	const locks = new Map(
		rooms.flatMap(({ locks: ofRoom }) => ofRoom.map(({ deviceId, name }) => [deviceId, name])),
	);
	return html`<form hx-post="${PAGE_PATH}/pin" hx-target="#outcome" hx-swap="outerHTML">
		<label for="keypad-lock">A guest at</label>
		<select id="keypad-lock" name="device_id">
			${[...locks].map(([id, name]) => html`<option value="${id}">${name}</option>`)}
		</select>
		<label for="keypad-pin">types the PIN</label>
		<input
			id="keypad-pin"
			name="code"
			inputmode="numeric"
			pattern="[0-9]{4,9}"
			title="4 to 9 digits"
			autocomplete="off"
			size="9"
			required
		/>
		<button>Type PIN</button>
		${renderOutcome('')}
	</form>`;
}

function renderRoom(room: RoomView, index: number): SafeHtml {
	return html`<section class="room" id="room-${index}" aria-labelledby="room-name-${index}">
		<h2 id="room-name-${index}">${room.name}</h2>
		<p class="facts">
			${[room.key && `key ${room.key}`, `times in ${room.timeZone}`, room.hours].filter((text) => text).join(' · ')}
		</p>
		${room.entrances.length > 0 ? html`<p>Entrances: ${room.entrances.join(', ')}</p>` : ''}
		${room.locks.map((lock) => renderLock(lock, room.timeZone))}
		${room.locks.length + room.entrances.length === 0 ? html`<p>No locks yet.</p>` : ''}
		${
			room.grants.length > 0
				? html`<h3>Access</h3>
						<ul class="grants">
							${room.grants.map((grant) => renderGrant(grant, room.timeZone))}
						</ul>`
				: ''
		}
		${room.hiddenGrants > 0 ? html`<p>${room.hiddenGrants} more grants are not shown.</p>` : ''}
	</section>`;
}

function renderLock(lock: LockView, timeZone: string): SafeHtml {
	const [action, label] = lock.isOnline ? ['offline', 'Take Offline'] : ['online', 'Bring Online'];
	const bolt = lock.isLocked === undefined ? '' : lock.isLocked ? ', locked' : ', unlocked';
	return html`<div class="lock">
		<h3>${lock.name} <small>${lock.maker}</small></h3>
		<p class="${lock.isOnline ? 'good' : 'bad'}">${lock.isOnline ? 'Online' : 'Offline'}${bolt}</p>
		<button
			type="button"
			id="connection-${lock.deviceId}"
			hx-post="${PAGE_PATH}/${action}?device_id=${lock.deviceId}"
			hx-target="#now"
			hx-swap="outerMorph"
			aria-label="${label}: ${lock.name}"
		>
			${label}
		</button>
		${lock.codes.length === 0 ? '' : renderCodes(lock, timeZone)} ${renderUnmanaged(lock)}
	</div>`;
}

function renderCodes({ name, codes }: LockView, timeZone: string): SafeHtml {
	return html`<div class="scroll">
		<table>
			<caption>
				PINs of ${name}
			</caption>
			<thead>
				<tr>
					<th scope="col">PIN</th>
					<th scope="col">Name</th>
					<th scope="col">From</th>
					<th scope="col">To</th>
					<th scope="col">State</th>
					<th scope="col">Grant</th>
				</tr>
			</thead>
			<tbody>
				${codes.map((code) => renderCode(code, timeZone))}
			</tbody>
		</table>
	</div>`;
}

function renderUnmanaged({ codes, unmanagedCodes }: LockView): SafeHtml | string {
	if (unmanagedCodes.length > 0)
		return html`<p class="others">Unmanaged PINs: ${unmanagedCodes.join(' · ')}</p>`;
	return codes.length > 0 ? '' : html`<p class="others">No PINs on this lock.</p>`;
}

function renderCode(code: CodeView, timeZone: string): SafeHtml {
	const { text, tone, at } = code.state;
	return html`<tr>
		<td class="pin">${code.pin}</td>
		<td>${code.name}</td>
		<td>${time(code.startsAt, timeZone)}</td>
		<td>${time(code.endsAt, timeZone)}</td>
		<td class="${tone}">
			${text} ${time(at, timeZone)}${code.opensNow ? html` <strong>opens now</strong>` : ''}
		</td>
		<td>${code.grant ?? ''}</td>
	</tr>`;
}

function renderGrant(grant: GrantView, timeZone: string): SafeHtml {
	const methods = grant.methods.map(
		({ name, pin, isIssued }) =>
			`${name}${pin ? ` ${pin}` : ''}: ${isIssued ? 'issued' : 'not issued yet'}`,
	);
	return html`<li>
		<p>
			<strong>${grant.key ?? grant.name}</strong>
			${grant.guest}${grant.isBeingDeleted ? ', is ending' : ''}
		</p>
		<p>
			${time(grant.startsAt, timeZone)} to
			${grant.endsAt === null ? 'no end' : time(grant.endsAt, timeZone)}
		</p>
		<p>${methods.length > 0 ? methods.join(' · ') : 'No PIN, card or key.'}</p>
		${grant.issues.map((issue) => html`<p class="bad">${issue}</p>`)}
	</li>`;
}

const eventTime = new Intl.DateTimeFormat('en-US', {
	month: 'short',
	day: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	hourCycle: 'h23',
	timeZone: 'UTC',
});

function renderEvent({ at, type, words, about }: EventView): SafeHtml {
	return html`<li>
		<time datetime="${at}">${eventTime.format(new Date(at))} UTC</time>
		${words === '' ? '' : html`<strong>${words}</strong>`} <code>${type}</code> ${about}
	</li>`;
}

/** One format for each time zone, because creating one takes longer than rendering the rest of the page. */
const formats = new Map<string, Intl.DateTimeFormat>();

function time(at: string | undefined, timeZone: string): SafeHtml | string {
	if (at === undefined) return '';
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
	formats.set(timeZone, format);
	return html`<time datetime="${at}">${format.format(new Date(at))}</time>`;
}
