import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import { hotel } from '../../sandbox/fixtures/hotel';
import { QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const WORKFLOW_ID = 'workflow-under-test';
const seen = new SeenValues();

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(() => {
	skipPauses();
	seen.remember([], WORKFLOW_ID);
});
afterEach(() => jest.restoreAllMocks());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function upsert(changes: IDataObject = {}, options: IDataObject = {}): Promise<void> {
	await service.run('reservation.upsert', {
		reservationKey: 'R-1001',
		guestName: 'Guest 7',
		guestContact: 'guest@example.com',
		rooms: { __rl: true, mode: 'key', value: 'room-101' },
		arrival: inHours(0.5),
		departure: inHours(50),
		options: { ...QUICK_CHECKS, waitUntilIssued: true, ...options },
		...changes,
	});
}

/** Takes the lock of Room 101 offline or online. */
async function setLock(state: 'connect' | 'disconnect'): Promise<void> {
	const { ok } = await fetch(`${service.sandbox.url}/_sandbox/devices/${state}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ device_id: hotel.devices.room101 }),
	});
	expect(ok).toBe(true);
}

/** Takes the lock offline before the PINs are on it. */
async function takeOffline(): Promise<void> {
	await setLock('disconnect');
	setOnLock('setting');
}

/** Brings the lock back, which then has the PINs. */
async function bringBack(): Promise<void> {
	setOnLock('set');
	await setLock('connect');
}

function setOnLock(status: 'set' | 'setting'): void {
	const { state } = service.sandbox;
	[...state.accessCodes.values()]
		.filter(({ deviceId, isManaged }) => isManaged && deviceId === hotel.devices.room101)
		.forEach((code) => state.updateAccessCode(code, { status }));
}

/** Sets whether the service has issued the PIN of the stay, and whether it is on its lock. */
function setPin(issuedAt: string | null, status: 'set' | 'setting'): void {
	const { workspaces, accessCodes } = service.sandbox.state;
	const codes = [...accessCodes.values()].filter(
		({ accessMethodId, isManaged }) => accessMethodId !== undefined && isManaged,
	);
	for (const { access } of workspaces.values()) {
		const { access_grant_id: grantId } =
			access.accessGrants.records.find(
				({ access_grant_key: key }) => key === 'reservation:R-1001',
			) ?? {};
		for (const { access_method_id: id } of access.accessMethods.records.filter(
			({ access_grant_id: own }) => own === grantId,
		)) {
			access.accessMethods.update(id, { issued_at: issuedAt });
			codes
				.filter(({ accessMethodId }) => accessMethodId === id)
				.forEach((code) => service.sandbox.state.updateAccessCode(code, { status }));
		}
	}
}

/** Runs the example with shorter waits. It ends when nothing is at risk anymore. */
async function runFrom(
	startNode: 'Every morning' | 'Access at risk',
	event: IDataObject = {},
): Promise<WorkflowRun> {
	const example = structuredClone(readExample('arrivals-at-risk.json'));
	nodeOf(example, 'Wait 30 minutes').parameters = {
		resume: 'timeInterval',
		amount: 0.05,
		unit: 'seconds',
	};
	const run = await runWorkflow(example, {
		credentials: service.credentials,
		startNode,
		startItems: [{ json: event }],
	});
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	return run;
}
const sent = (run: WorkflowRun) => run.items('Send it').map(({ json }) => json);

/** Waits until the run has checked the stay again while the lock is offline. */
async function lookedAgain(): Promise<void> {
	const count = service.sandbox.requests.count('/access_grants/get_related');
	await waitFor(
		'another look',
		async () =>
			service.sandbox.requests.count('/access_grants/get_related') > count + 1 || undefined,
	);
}

/** Waits until the runs of the example have found this many problems. */
async function found(problems: number): Promise<void> {
	await waitFor(
		`${problems} problems`,
		async () => seen.count(WORKFLOW_ID) >= problems || undefined,
	);
}

const AT_RISK = {
	to: 'you@example.com',
	subject: 'At risk: Room 101, Guest 7 (reservation R-1001)',
	text: expect.stringMatching(
		/^Room 101 is offline\nWhat to do: \S[^]* If you use "Spare PINs", [^]*\nGuest 7, Room 101, from \w+, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M to .+, reservation R-1001$/,
	),
};
const WELL = {
	to: 'you@example.com',
	subject: 'Resolved: Room 101, Guest 7 (reservation R-1001)',
	text: expect.stringMatching(
		/^Guest 7 can open Room 101 from .+\.\nYou don't have to do anything\.$/,
	),
};

describe('"Arrivals at risk"', () => {
	it('says nothing while all is well', async () => {
		await upsert();
		expect((await runFrom('Every morning')).runsOf('Message')).toEqual([]);
	});

	it('says nothing about a lock that is offline and has the PIN, because the door opens', async () => {
		await upsert();
		setOnLock('set');
		await setLock('disconnect');
		expect((await runFrom('Every morning')).runsOf('Message')).toEqual([]);
	});

	it('reports a stay whose lock is offline, with the remedy, and reports when all is well again', async () => {
		await upsert();
		await takeOffline();
		const running = runFrom('Access at risk', {
			event_type: 'device.disconnected',
			device_id: hotel.devices.room101,
		});
		await lookedAgain();
		await bringBack();
		expect(sent(await running)).toEqual([AT_RISK, WELL]);
	});

	it('reports a stay of a property management system, until it is canceled there', async () => {
		await upsert({}, { keyPrefix: 'guesty:' });
		await takeOffline();
		const running = runFrom('Every morning');
		await lookedAgain();
		await upsert({ status: 'cancelled' }, { keyPrefix: 'guesty:' });
		expect(sent(await running)).toEqual([AT_RISK]);
	});

	it('reports a lock with several arrivals in one message, and that all is well again for each of them', async () => {
		await upsert({ departure: inHours(20) });
		await upsert({
			reservationKey: 'R-1002',
			guestName: 'Guest 8',
			guestContact: 'guest-8@example.com',
			arrival: inHours(22),
		});
		await takeOffline();
		const running = runFrom('Every morning');
		await lookedAgain();
		await bringBack();
		const [atRisk, ...well] = sent(await running);
		expect(atRisk).toMatchObject({
			subject: 'At risk: 2 arrivals, Room 101 is offline',
			text: expect.stringMatching(
				/^Room 101[^\n]*offline[^\n]*\nWhat to do: [^\n]*\nGuest 7, Room 101, [^\n]*R-1001\nGuest 8, Room 101, [^\n]*R-1002$/,
			),
		});
		// The lock can come back between the checks of two stays, which then get a message each, in either order.
		const texts = well.map(({ subject, text }) => `${String(subject)}\n${String(text)}`).sort();
		expect(texts.join('\n')).toMatch(/Resolved: [^]*Guest 7[^]*Guest 8/);
	});

	it('reports the same problem once, whatever starts it, and reports it again if it comes back', async () => {
		await upsert();
		await takeOffline();
		const first = runFrom('Access at risk');
		await lookedAgain();
		expect(sent(await runFrom('Every morning'))).toEqual([]);
		await bringBack();
		await first;

		await takeOffline();
		const second = runFrom('Every morning');
		await lookedAgain();
		await bringBack();
		expect(sent(await second)).toEqual([AT_RISK, WELL]);
	});

	it('reports a PIN that is issued but not on its lock, also after it was reported as not issued', async () => {
		await upsert({ arrival: inHours(-1) });
		setPin(null, 'setting');
		const first = runFrom('Every morning');
		await found(1);
		setPin(inHours(0), 'setting');
		const second = runFrom('Every morning');
		await found(2);
		setPin(inHours(0), 'set');
		const reports = [sent(await first), sent(await second)];
		expect(reports.map(([report]) => report?.text)).toEqual([
			expect.stringContaining('is not issued yet'),
			expect.stringContaining('is not on its lock yet'),
		]);
	});

	it('ends silently when the reservation is canceled, and keeps checking while the service cannot be reached', async () => {
		await upsert();
		await takeOffline();
		const running = runFrom('Every morning');
		await lookedAgain();
		service.sandbox.faults.next(
			'/access_grants/get_related',
			{ kind: 'internalError' },
			{ times: 10 },
		);
		await lookedAgain();
		service.sandbox.faults.clear();
		await upsert({ status: 'cancelled' });
		// The lock stays offline: it could come back before the workflow sees the cancellation.
		expect(sent(await running)).toEqual([AT_RISK]);
	});

	it('watches the guest who is at risk, and not the first one of the reservation', async () => {
		await upsert({}, { guestNumber: 2 });
		await takeOffline();
		const running = runFrom('Every morning');
		await lookedAgain();
		await lookedAgain();
		await bringBack();
		expect(sent(await running).map(({ subject }) => String(subject).split(':')[0])).toEqual([
			'At risk',
			'Resolved',
		]);
	});

	it('keeps no PIN in the execution that waits, and finds a reservation whose key contains its PIN', async () => {
		await upsert({ reservationKey: 'HM4817X' }, { pinFrom: 'given', pin: '4817' });
		await takeOffline();
		const running = runFrom('Every morning');
		await lookedAgain();
		await lookedAgain();
		await bringBack();
		const { run } = await running;
		expect(sent(await running).map(({ subject }) => String(subject).split(':')[0])).toEqual([
			'At risk',
			'Resolved',
		]);
		expect(JSON.stringify(run.data.resultData.runData)).not.toContain('"code":"4817"');
	});

	it('ignores stays that begin more than three days from now', async () => {
		await upsert({ arrival: inHours(80), departure: inHours(90) });
		await takeOffline();
		expect((await runFrom('Every morning')).runsOf('Message')).toEqual([]);
	});
});
