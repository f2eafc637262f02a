import type { IDataObject } from 'n8n-workflow';
import type { CredentialData } from '../../host/engine/suppliedCredentials';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { WorkspaceState } from '../../sandbox/state/state';
import { useMovedHotel } from '../support/movedHotel';
import { nodeOf, readExample, withSetting } from '../../host/n8n/readExample';
import { booking, reserve } from '../support/reservations';
import { tokenCredentials } from '../support/tokenCredentials';

const service = useMovedHotel();

async function boardOf(
	start: 'Every morning' | 'Board page',
	example = readExample('arrivals-board.json'),
	credentials: CredentialData = service.credentials,
) {
	const run = await service.whileTimePasses(
		runWorkflow(example, { credentials, startNode: start, startItems: [{ json: {} }] }),
	);
	const [message] = run.items('Message');
	const html = String(message?.json.html);
	const sections = html
		.split('<h2>')
		.slice(1)
		.map((section) =>
			section.split(/<\/?(?:h2|ul|li|body|html)[^>]*>/).filter((text) => text.trim() !== ''),
		);
	return {
		html,
		subject: message?.json.subject,
		sections: Object.fromEntries(sections.map(([title = '', ...lines]) => [title, lines])),
		sent: run.items('Send it').length,
		data: JSON.stringify(run.run.data.resultData.runData),
	};
}

const stay = (id: string, guest: string, arrival: string, departure: string, room = 'room-101') =>
	booking({ id, guest, rooms: room, arrival, departure });

async function fillHouse(): Promise<void> {
	const pin: IDataObject = { pinFrom: 'given', pin: '4826' };
	const leaving = stay('1', 'Grace & Co', '2031-01-09', '2031-01-10T13:00');
	await service.whileTimePasses(
		reserve(service, 'upsert', [leaving], { pinFrom: 'given', pin: '4827' }),
	);
	await service.whileTimePasses(
		reserve(
			service,
			'upsert',
			[stay('2', 'Ada <script>alert(1)</script>', '2031-01-10T16:00', '2031-01-12')],
			pin as never,
		),
	);
	await service.whileTimePasses(
		reserve(service, 'upsert', [stay('3', 'Joan', '2031-01-11', '2031-01-14', 'room-102')]),
	);
	await fetch(`${service.sandbox.url}/_sandbox/devices/disconnect`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ device_id: hotel.devices.room102 }),
	});
	// Its PIN is not on the lock yet.
	const { state } = service.sandbox;
	for (const code of state.accessCodes.values())
		if (code.isManaged && code.deviceId === hotel.devices.room102)
			state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: false });
}

it('shows arrivals, departures, stays at risk and locks, with names as text and without PINs', async () => {
	await fillHouse();
	const { html, sections, subject, sent, data } = await boardOf('Every morning');
	expect([subject, sent]).toEqual(['Today: 1 arrivals, 1 departures, 1 at risk', 1]);
	expect(sections).toEqual({
		'At risk (1)': [
			expect.stringMatching(/^Jan 11, 4:00 PM · Room 102 · Joan · .*offline.* What to do: \w/),
		],
		'Arrivals (1)': ['4:00 PM · Room 101 · Ada &lt;script>alert(1)&lt;/script> · 2'],
		'Departures (1)': ['1:00 PM · Room 101 · Grace &amp; Co · 1'],
		'Locks to look after (2)': expect.arrayContaining(['Room 102: offline', 'Garage: offline']),
		'Could not be read (0)': ['None'],
	});
	expect(html).not.toContain('<script');
	expect(data).not.toMatch(/["' ]482[67](?![\w-])/);
});

it('says of a departure that the guest has left, once the access has ended', async () => {
	const leaving = stay('1', 'Grace', '2031-01-09', '2031-01-10T12:30');
	await service.whileTimePasses(reserve(service, 'upsert', [leaving]));
	const departures = async () => (await boardOf('Every morning')).sections['Departures (1)'];
	expect(await departures()).toEqual(['12:30 PM · Room 101 · Grace · 1']);
	await service.moveTo(Date.parse('2031-01-10T12:31:00.000Z'));
	expect(await departures()).toEqual(['12:30 PM · Room 101 · Grace · 1 · has left']);
});

it('shows a stay at risk whose PIN is not issued although no lock has a problem, and guests of one reservation once', async () => {
	const shared = { pinFrom: 'given', pin: '4827' };
	const leaving = stay('1', 'Grace', '2031-01-09', '2031-01-10T13:00');
	for (const guestNumber of [1, 2])
		await service.whileTimePasses(
			reserve(service, 'upsert', [leaving], guestNumber === 1 ? shared : { guestNumber }),
		);
	await service.whileTimePasses(
		reserve(service, 'upsert', [stay('2', 'Ada', '2031-01-10T16:00', '2031-01-12')]),
	);
	const { access } = service.sandbox.state.workspaces.get(workspaceIds.main) as WorkspaceState;
	const grant = access.accessGrants.records.find(
		({ access_grant_key: key }) => key === 'reservation:2',
	);
	for (const { access_method_id: id } of access.accessMethods.records.filter(
		({ access_grant_id: own }) => own === grant?.access_grant_id,
	))
		access.accessMethods.update(id, { issued_at: null });
	const { sections, subject } = await boardOf('Every morning');
	expect(subject).toBe('Today: 1 arrivals, 1 departures, 1 at risk');
	expect(sections).toMatchObject({
		'At risk (1)': [
			expect.stringMatching(
				/^Jan 10, 4:00 PM · Room 101 · Ada · .*not issued yet.*\. What to do: \w/,
			),
		],
		'Departures (1)': ['1:00 PM · Room 101 · Grace · 1'],
	});
});

it('shows as a page what it can read of several workspaces, and says what it cannot', async () => {
	await fillHouse();
	const rows = [
		{ house: 'Hotel', workspace_id: workspaceIds.main, key_prefix: 'reservation:' },
		{ house: 'Annex', workspace_id: workspaceIds.other, key_prefix: 'reservation:' },
		{ house: 'Gone', workspace_id: '10000000-0000-4000-8000-00000000dead', key_prefix: 'desk:' },
	];
	const example = withSetting(readExample('arrivals-board.json'), 'Settings', 'rows', rows);
	for (const name of ['Devices', 'Stays', 'Stays at risk'])
		Object.assign(nodeOf(example, name).parameters.options as IDataObject, {
			workspaceId: { __rl: true, mode: 'id', value: '={{ $json.workspace_id }}' },
		});
	const { sections, sent } = await boardOf(
		'Board page',
		example,
		tokenCredentials(service.sandbox),
	);
	expect(sent).toBe(0);
	expect(sections).toMatchObject({
		'Could not be read (1)': [expect.stringMatching(/^Gone · .* does not open this workspace/)],
		'Arrivals (1)': [expect.stringMatching(/^Hotel, .* Room 101/)],
	});
});
