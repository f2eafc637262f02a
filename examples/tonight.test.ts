import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from '../host/engine/suppliedCredentials';
import { nodeOf, withSetting } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import type { WorkspaceState } from '../sandbox/state/state';
import { call } from '../test/operations/dossier';
import { FAILING_SENDS, withFailingSend } from '../test/support/example/failingSends';
import { succeeded } from '../test/support/example/deliver';
import { HOST, useExample } from '../test/support/example/useExample';
import { useMovedHotel } from '../test/support/service/movedHotel';
import { booking, reserve } from '../test/support/service/reservations';
import { enterSettings, staysTable } from '../test/support/example/settings';
import { tokenCredentials } from '../test/support/service/tokenCredentials';

const service = useMovedHotel();
const host = useExample('tonight.json', service);
const { example: tonight } = host;

const execute = async (
	start: 'Every morning' | 'Page',
	as = tonight,
	credentials: CredentialData = {},
) => await host.execute(start, { as, credentials });

/** The sections of the page, each with its lines; cells are parted by a bar. */
async function pageOf(...given: Parameters<typeof execute>) {
	const run = succeeded(await execute(...given));
	const [email] = host.inbox.emails.slice(-1);
	const isEmail = given[0] === 'Every morning';
	const html = isEmail
		? String(email?.html)
		: String((run.responses[0] as unknown as { body: unknown } | undefined)?.body);
	const sections = html
		.split('<h2>')
		.slice(1)
		.map((section): [string, string[]] => {
			const [title = '', rest = ''] = section.split('</h2>');
			const lines = rest
				.split(/<\/(?:li|tr)>/)
				.filter((line) => /<(?:li|td)/.test(line))
				.map((line) =>
					line
						.replaceAll(/<\/?td[^>]*>/g, '|')
						.replaceAll(/<\/?(?:tr|table|ul|li|th)[^>]*>/g, '')
						.replaceAll('||', ' | ')
						.replaceAll(/^\s*\|?|\|$/g, '')
						.trim(),
				);
			return [title, lines];
		});
	return {
		html,
		subject: isEmail ? email?.subject : undefined,
		sections: Object.fromEntries(sections),
		data: JSON.stringify(run.run.data.resultData.runData),
	};
}

const stay = (id: string, guest: string, arrival: string, departure: string, room = 'room-101') =>
	booking({ id, guest, rooms: room, arrival, departure });
const book = async (bookings: IDataObject[], options = {}) =>
	await service.whileTimePasses(reserve(service, 'upsert', bookings, options));

const takeOffline = async (deviceId: string) =>
	await call(service.sandbox, '/_sandbox/devices/disconnect', { device_id: deviceId });

async function fillHouse(): Promise<void> {
	await book([stay('1', 'Grace & Co', '2031-01-09', '2031-01-10T13:00')], {
		pinFrom: 'given',
		pin: '4827',
	});
	await book([stay('2', 'Ada <script>alert(1)</script>', '2031-01-10T16:00', '2031-01-12')], {
		pinFrom: 'given',
		pin: '4826',
		keyPrefix: 'hostaway:',
	});
	await book([stay('3', 'Joan', '2031-01-11', '2031-01-14', 'room-102')]);
	await takeOffline(hotel.devices.room102);
	// Its PIN is not on the lock yet.
	const { state } = service.sandbox;
	for (const code of state.accessCodes.values())
		if (code.isManaged && code.deviceId === hotel.devices.room102)
			state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: false });
}

/** What the door of Room 101 has: the sandbox's own record. */
function setOnLock(status: 'set' | 'setting'): void {
	const { state } = service.sandbox;
	for (const code of state.accessCodes.values())
		if (code.isManaged && code.deviceId === hotel.devices.room101)
			state.updateAccessCode(code, { status });
}

it('shows arrivals, departures, stays at risk and locks, with names as text and without PINs', async () => {
	await fillHouse();
	setOnLock('set');
	const { html, sections, subject, data } = await pageOf('Every morning');
	expect(subject).toBe('Tonight: 1 arrivals, 0 with something to do, 1 leave');
	expect(host.emails().map(({ to }) => to)).toEqual([HOST]);
	expect(sections).toEqual({
		'Arrivals (1)': [
			'4:00 PM | Room 101 | Ada &lt;script>alert(1)&lt;/script> | Yes | Not told | Nothing',
		],
		'At risk in the next three days (1)': [
			expect.stringMatching(/^Jan 11, 4:00 PM · +Room 102 · Joan · .*offline.* What to do: \w/),
		],
		'Leave today (1)': ['1:00 PM · Room 101 · Grace & Co'],
		'Locks to look after (2)': expect.arrayContaining(['Room 102: offline', 'Garage: offline']),
		'Could not be read (0)': ['None'],
	});
	expect(html).not.toContain('<script');
	expect(data).not.toMatch(/["' ]482[67](?![\w-])/);
});

it('says whether the PIN is on the lock, whether the guest was told, and what to do', async () => {
	await book([stay('2', 'Ada', '2031-01-10T16:00', '2031-01-12')]);
	const { items } = await service.run('reservation.get', { reservationKey: '2', output: 'raw' });
	const stays = staysTable(host.tables);
	const arrival = async () => (await pageOf('Page')).sections['Arrivals (1)']?.[0];
	setOnLock('setting');
	expect(await arrival()).toMatch(/\| No \| Not told \|/);
	const told = { stay_key: 'reservation:2', told_at: '2031-01-09T09:30:00.000Z' };
	stays.rows = [{ ...told, told: items[0]?.json.message_key }];
	setOnLock('set');
	expect(await arrival()).toMatch(/\| Yes \| Told, Jan 9, 9:30 AM \| Nothing$/);
	stays.rows = [{ ...told, told: 'what it was before' }];
	expect(await arrival()).toMatch(/\| Told, but not of the last change/);
	setOnLock('setting');
	await takeOffline(hotel.devices.room101);
	expect(await arrival()).toMatch(/\| No \| .* \| .*offline\. \w/);
	enterSettings(host.tables, { send_by: 'none' });
	expect(await arrival()).toMatch(/\| By your booking system/);
});

it('shows a stay at risk whose PIN is not issued although no lock has a problem', async () => {
	await book([stay('2', 'Ada', '2031-01-10T16:00', '2031-01-12')]);
	const { access } = service.sandbox.state.workspaces.get(workspaceIds.main) as WorkspaceState;
	const grant = access.accessGrants.records.find(
		({ access_grant_key: key }) => key === 'reservation:2',
	);
	for (const { access_method_id: id } of access.accessMethods.records.filter(
		({ access_grant_id: own }) => own === grant?.access_grant_id,
	))
		access.accessMethods.update(id, { issued_at: null });
	const { sections, subject } = await pageOf('Every morning');
	expect(subject).toBe('Tonight: 1 arrivals, 1 with something to do, 0 leave');
	expect(sections['At risk in the next three days (1)']).toEqual([
		expect.stringMatching(/^Jan 10, 4:00 PM · +Room 101 · Ada · \w.*\. What to do: \w/),
	]);
});

it('shows earlier and longer hours of *Front desk* as no arrival and no departure of another guest, who has not left', async () => {
	const desk = { keyPrefix: 'desk:' };
	await book([stay('1', 'Ada', '2031-01-10T16:00', '2031-01-12')]);
	await book([stay('reservation:1/earlier', 'Ada', '2031-01-10T13:00', '2031-01-10T16:00')], desk);
	await book([stay('2', 'Joan', '2031-01-08', '2031-01-10T14:00', 'room-102')]);
	await book(
		[stay('reservation:2/longer', 'Joan', '2031-01-10T14:00', '2031-01-10T18:00', 'room-102')],
		desk,
	);
	const { sections } = await pageOf('Page');
	expect(sections['Arrivals (2)']?.map((line) => line.split(' | ')[0])).toEqual([
		'1:00 PM',
		'4:00 PM',
	]);
	const leave = ['2:00 PM', '6:00 PM'].map((time) => `${time} · Room 102 · Joan`);
	expect(sections['Leave today (2)']).toEqual(leave);
	await service.moveTo(Date.parse('2031-01-10T15:00:00.000Z'));
	expect((await pageOf('Page')).sections['Leave today (2)']).toEqual(leave);
});

it('shows what it can read of several workspaces, and says what it cannot', async () => {
	await fillHouse();
	const rows = [
		{ house: 'Hotel', workspace_id: workspaceIds.main },
		{ house: 'Annex', workspace_id: workspaceIds.other },
		{ house: 'Gone', workspace_id: '10000000-0000-4000-8000-00000000dead' },
	];
	const example = withSetting(tonight, 'Workspaces', 'rows', rows);
	for (const name of ['Devices', 'Stays', 'Get the stay', 'Stays at risk'])
		Object.assign(nodeOf(example, name).parameters.options as IDataObject, {
			workspaceId: {
				__rl: true,
				mode: 'id',
				value: "={{ $('Each workspace').item.json.workspace_id }}",
			},
		});
	const { sections } = await pageOf('Page', example, tokenCredentials(service.sandbox));
	expect(sections).toMatchObject({
		'Could not be read (1)': [expect.stringMatching(/^Gone .* does not open this workspace/)],
		'Arrivals (1)': [expect.stringMatching(/^4:00 PM \| Hotel, Room 101/)],
	});
});

it('says "none" of nothing that it could not read', async () => {
	await fillHouse();
	service.sandbox.faults.always('*', { kind: 'unauthorized' });
	const { sections } = await pageOf('Page');
	const [title = ''] = Object.keys(sections).filter((one) => one.startsWith('Could not be read'));
	expect(sections[title]).toEqual([expect.stringContaining('The API key was not accepted')]);
	service.sandbox.faults.clear();
	service.sandbox.faults.always('/access_grants/get', { kind: 'unauthorized' });
	expect((await pageOf('Page')).sections['Arrivals (1)']).toEqual([
		expect.stringMatching(/\| Not known \| .* \| Could not be checked: \w/),
	]);
});

it.each(Object.keys(FAILING_SENDS))('fails in the morning with a node that %s', async (how) => {
	expect((await execute('Every morning', withFailingSend(tonight, 'Email', how))).status).toBe(
		'error',
	);
	expect(host.emails()).toEqual([]);
});

it('asks for the address of the host in the morning, and shows the page without', async () => {
	enterSettings(host.tables, { host_email: '' });
	const run = await execute('Every morning');
	expect(run.error()?.message).toMatch(/data table "Settings"/);
	expect((await pageOf('Page')).sections['Arrivals (0)']).toEqual(['None']);
});
