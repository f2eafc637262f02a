import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { unheardFailures } from '../test/support/example/unheardFailures';
import { HOST, useExample } from '../test/support/example/useExample';
import { byId, useHotelSandbox } from '../test/support/service/hotelSandbox';

const service = useHotelSandbox();
const host = useExample('unknown-codes.json', service);
const { convertible, failsToConvert } = hotel.unmanagedCodes;

beforeEach(() => {
	const { accessCodes } = service.sandbox.state;
	const locks = [convertible, failsToConvert].map((id) => accessCodes.get(id)?.deviceId);
	for (const code of [...accessCodes.values()])
		if (!locks.includes(code.deviceId)) service.sandbox.state.removeAccessCode(code);
});

const rows = () => host.rows('Unknown codes');
const rowOf = (id: string) => rows().find((row) => row.access_code_id === id) ?? {};
const stored = (id: string) => service.sandbox.state.accessCodes.get(id);
/** All codes but these are known. */
const onlyAbout = (...ids: string[]) => {
	for (const row of rows()) if (!ids.includes(String(row.access_code_id))) row.decision = 'Keep';
};

/** Opens the page. Returns what it offers, and how it ends. */
async function decide(answers: IDataObject = {}, leftOpen = 'Ask me again') {
	const run = await host.run('Decide', {
		items: [{ 'What I leave open': leftOpen }],
		pages: { Codes: answers },
	});
	const [page] = run.json('Codes');
	const fields = JSON.parse(String(page?.fields ?? '[]')) as Array<{ fieldLabel: string }>;
	return {
		offered: fields.map(({ fieldLabel }) => fieldLabel),
		end: String(run.json('Show the answer')[0]?.completionMessage),
	};
}
const label = (id: string) => String(rowOf(id).code);

it('each code that nobody manages is told once, with its lock, without its PIN, and with the page', async () => {
	await host.run('Every night');
	const emails = host.emails();
	const count = [...service.sandbox.state.accessCodes.values()].filter(
		({ isManaged }) => !isManaged,
	).length;
	expect(rows().length).toBeGreaterThan(3);
	expect(rows().length).toBeLessThanOrEqual(count);
	expect(emails).toEqual([
		{
			to: HOST,
			subject: `Codes that nobody manages: ${rows().length}`,
			text: expect.stringMatching(
				/^Room 101: Guest 101 \(can be adopted\)[^]*\/form\/unknown-codes$/m,
			),
		},
	]);

	await host.run('Every night');
	expect(host.emails()).toEqual([]);
	await service.run('unmanagedAccessCode.simulateCreate', {
		deviceId: { __rl: true, mode: 'id', value: hotel.devices.room101 },
		name: 'Somebody',
		code: '9713',
	});
	await host.run('Every night');
	const later = host.emails().map(({ text }) => text);
	expect(later).toEqual([expect.stringMatching(/^Room 101: Somebody \(can be adopted\)/)]);
	expect(JSON.stringify([later, rows()])).not.toContain('9713');
});

it('the page adopts, deletes and keeps the codes that are still on the locks, and remembers each answer', async () => {
	await host.run('Every night');
	const [kept = {}] = rows().filter(
		({ access_code_id: id }) => id !== convertible && id !== failsToConvert,
	);
	const [deleted = {}] = rows().filter(
		({ access_code_id: id, device_id: lock }) =>
			![convertible, failsToConvert, kept.access_code_id].includes(String(id)) &&
			lock === hotel.devices.room101,
	);
	onlyAbout(convertible, String(kept.access_code_id), String(deleted.access_code_id));
	rows().push({ access_code_id: 'gone', code: 'Gone' });
	const answers = {
		[label(convertible)]: 'Adopt',
		[String(deleted.code)]: 'Delete',
		[String(kept.code)]: 'Keep',
	};
	const { offered, end } = await decide(answers);
	expect(offered.sort()).toEqual(Object.keys(answers).sort());
	expect(stored(convertible)?.isManaged).toBe(true);
	expect(stored(String(deleted.access_code_id))).toBeUndefined();
	expect(stored(String(kept.access_code_id))?.isManaged).not.toBe(true);
	expect(end.split('<br>').sort()).toEqual(
		[
			expect.stringContaining(label(convertible)),
			expect.stringContaining(String(deleted.code)),
			`${String(kept.code)}: kept`,
		].sort(),
	);
	expect([rowOf(convertible).decision, deleted.decision, kept.decision]).toEqual([
		'Adopt',
		'Delete',
		'Keep',
	]);
	expect((await decide()).end).toMatch(/No code is open/);
});

it('what did not work stays open, with the reason, and so does what has no answer', async () => {
	await host.run('Every night');
	onlyAbout(failsToConvert, convertible);
	const { end } = await decide({ [label(failsToConvert)]: 'Adopt' });
	expect(end).toContain(`${label(failsToConvert)}: The access code was not converted`);
	expect(end).toContain(`${label(convertible)}: left open`);
	expect((await decide({}, 'Keep')).offered).toHaveLength(2);
	expect((await decide()).offered).toEqual([]);
	expect(stored(convertible)?.isManaged).not.toBe(true);
});

it('deletes the code that the host chose, although the night gives it another text while the page is open, and keeps none that it finds then', async () => {
	await host.run('Every night');
	onlyAbout(convertible);
	const asked = label(convertible);
	host.tables.table('Unknown codes').afterRead = async () => {
		const deviceId = byId(String(rowOf(convertible).device_id));
		await service.run('device.update', { deviceId, updateFields: { name: 'Ocean view' } });
		const found = { deviceId, name: 'Found', code: '9713' };
		await service.run('unmanagedAccessCode.simulateCreate', found);
		await host.run('Every night');
	};
	await decide({ [asked]: 'Delete' }, 'Keep');
	expect(label(convertible)).not.toBe(asked);
	expect([stored(convertible), rowOf(convertible).decision]).toEqual([undefined, 'Delete']);
	const found = rows().filter(({ code }) => String(code).includes('Found'));
	expect(found.map(({ decision }) => decision || '')).toEqual(['']);
});

it('an email that fails is told by a failed execution, and sent the next night, of a lock that is missing then too', async () => {
	host.inbox.refused = [HOST];
	expect((await host.execute('Every night')).error()?.message).toMatch(/was not sent/);
	host.inbox.refused = [];
	host.emails();
	const body = { error: { type: 'device_not_found', message: 'x', request_id: 'r' }, ok: false };
	service.sandbox.faults.next(
		'/access_codes/unmanaged/list',
		{ kind: 'status', status: 404, body },
		{ holding: String(stored(convertible)?.deviceId) },
	);
	await host.run('Every night');
	expect(host.emails().map(({ text }) => text)).toEqual([expect.stringContaining('Room 101')]);
});

it('whichever node fails, the host hears it, or it is done', async () => {
	const night = await unheardFailures(
		host,
		'Every night',
		() => {
			host.fill('Unknown codes', []);
			host.emails();
			return {};
		},
		() => host.emails().length === 1 && rows().every(({ told_at: at }) => at),
	);
	expect(night.unheard).toEqual([]);
	expect(night.failed).toBeGreaterThan(10);

	await host.run('Every night');
	onlyAbout(convertible);
	const page = await unheardFailures(
		host,
		'Decide',
		() => ({
			items: [{ 'What I leave open': 'Ask me again' }],
			pages: { Codes: { [label(convertible)]: 'Adopt' } },
		}),
		(run) => /managed|not done/.test(String(run.json('Show the answer')[0]?.completionMessage)),
	);
	expect(page.unheard).toEqual([]);
	expect(page.failed).toBeGreaterThan(5);
});

it('says of a code what its lock allows now, keeps the decision, and tells no code again', async () => {
	await host.run('Every night');
	host.emails();
	onlyAbout(failsToConvert);
	const now = label(failsToConvert);
	for (const row of rows()) row.code = 'Room 101: as it was';
	await host.run('Every night');
	expect([(await decide()).offered, host.emails()]).toEqual([[now], []]);
	expect(rows().filter(({ decision }) => decision === 'Keep')).toHaveLength(rows().length - 1);
});
