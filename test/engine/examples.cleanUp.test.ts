import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import type { Fault } from '../../sandbox/faults/faults';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { AccessCodeData } from '../../sandbox/state/state';
import { readExample, withSetting } from '../support/readExample';
import { runWorkflow } from '../support/runWorkflow';

const example = readExample('clean-up-expired-codes.json');

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 20 } });
	for (const code of sandbox.state.accessCodes.values()) sandbox.state.updateAccessCode(code, { startsAt: undefined, endsAt: undefined });
});
afterEach(async () => await sandbox.stop());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

let lastNumber = 0;

/** A code on a lock of the hotel that ended so many days ago. Returns its ID. */
function addCode(name: string, deviceId: string, endedDaysAgo: number, extra: Partial<AccessCodeData> = {}): string {
	const workspace = sandbox.state.workspaces.get(workspaceIds.main);
	if (workspace === undefined) throw new Error('The sandbox has no main workspace');
	const number = String(5000 + lastNumber++);
	const accessCodeId = `50000000-0000-4000-8000-00000000${number}`;
	const times = { createdAt: daysAgo(200), startsAt: daysAgo(endedDaysAgo + 7), endsAt: daysAgo(endedDaysAgo) };
	sandbox.state.addAccessCode(workspace, { accessCodeId, deviceId, name, code: number, ...times, ...extra });
	return accessCodeId;
}

/** The state that every test starts with: what is over for long, what is not, and what cannot be deleted. */
function addCodes() {
	return {
		over: addCode('Guest May', hotel.devices.room101, 31),
		alsoOver: addCode('Guest April', hotel.devices.room102, 90),
		notLongOver: addCode('Guest June', hotel.devices.room101, 29),
		running: addCode('Guest July', hotel.devices.room101, -3),
		managed: addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true }),
		undeletable: addCode('Installer', hotel.devices.room201, 50, { cannotDelete: true }),
	};
}

/** What the place for the e-mail node gets, after a run with these settings. */
async function mailOf(settings: IDataObject = {}) {
	const workflow = Object.entries(settings).reduce((changed, [field, value]) => withSetting(changed, 'Settings', field, value), example);
	const run = await runWorkflow(workflow, { credentials: { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } } });
	expect(run.error()).toBeUndefined();
	return run.items('Send it to yourself').map(({ json }) => json);
}

const remaining = (codes: Record<string, string>) => Object.keys(codes).filter((name) => sandbox.state.accessCodes.has(codes[name] ?? ''));
const deletions = () => [...sandbox.requests.of('/access_codes/delete'), ...sandbox.requests.of('/access_codes/unmanaged/delete')].length;
const endedOn = (days: number) => daysAgo(days).slice(0, 10);

it('starts as a dry run: it tells what it would delete, and deletes nothing', async () => {
	const codes = addCodes();

	expect(await mailOf()).toEqual([{
		subject: 'Clean-up of expired codes (dry run): 3 would be deleted, 1 cannot be deleted',
		report: [
			'3 would be deleted:',
			`Room 101, code 'Guest May', over since ${endedOn(31)}`,
			`Room 102, code 'Guest April', over since ${endedOn(90)}`,
			`Meeting Room, code 'Stay May', over since ${endedOn(40)}`,
			'',
			'1 cannot be deleted:',
			`Room 201, code 'Installer', over since ${endedOn(50)}`,
		].join('\n'),
	}]);
	expect([remaining(codes), deletions()]).toEqual([Object.keys(codes), 0]);
});

it('deletes codes long over, and lists those that cannot be deleted with the reason', async () => {
	const codes = addCodes();
	sandbox.faults.always('/access_codes/delete', { kind: 'attemptFails', message: 'The lock did not answer.' });

	const [mail, ...others] = await mailOf({ dry_run: false });

	expect(mail?.subject).toBe('Clean-up of expired codes: 1 cannot be deleted, 1 failed, 2 deleted');
	expect(String(mail?.report).split('\n\n')).toEqual([
		`1 cannot be deleted:\nRoom 201, code 'Installer', over since ${endedOn(50)}`,
		`1 failed:\nMeeting Room, code 'Stay May', over since ${endedOn(40)}: The access code was not deleted: The lock did not answer.`,
		`2 deleted:\nRoom 101, code 'Guest May', over since ${endedOn(31)}\nRoom 102, code 'Guest April', over since ${endedOn(90)}`,
	]);
	expect(others).toEqual([]);
	expect(remaining(codes)).toEqual(['notLongOver', 'running', 'managed', 'undeletable']);
	expect(deletions()).toBe(3);
});

it.each<[string, string, Fault, string]>([
	['that the service refuses', 'refused', { kind: 'status', status: 403 }, 'This API key is not allowed to do that'],
	['that the service may have carried out', 'not certain', { kind: 'internalError' }, 'The service could not process the request'],
])('lists a deletion %s as "%s", and does not stop', async (_what, outcome, fault, reason) => {
	addCode('Guest May', hotel.devices.room101, 31);
	addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
	sandbox.faults.next('/access_codes/unmanaged/delete', fault);

	expect(await mailOf({ dry_run: false })).toEqual([{
		subject: `Clean-up of expired codes: 1 deleted, 1 ${outcome}`,
		report: `1 deleted:\nMeeting Room, code 'Stay May', over since ${endedOn(40)}\n\n1 ${outcome}:\nRoom 101, code 'Guest May', over since ${endedOn(31)}: ${reason}`,
	}]);
});

it.each([
	['an unmanaged', { isManaged: false }],
	['a managed', { isManaged: true }],
])('does not say of %s code that its deletion was refused when the answer got lost, and does not name it again', async (_kind, extra) => {
	const id = addCode('Guest May', hotel.devices.room101, 31, extra);
	sandbox.faults.next(`/access_codes/${extra.isManaged ? '' : 'unmanaged/'}delete`, { kind: 'cut', isProcessed: true });

	expect(await mailOf({ dry_run: false })).toEqual([{
		subject: 'Clean-up of expired codes: 1 not certain',
		report: `1 not certain:\nRoom 101, code 'Guest May', over since ${endedOn(31)}: The connection was cut before the answer came`,
	}]);
	expect(deletions()).toBe(1);
	await waitFor('the deletion', async () => !sandbox.state.accessCodes.has(id) || undefined);
	expect(await mailOf({ dry_run: false })).toEqual([{ subject: 'Clean-up of expired codes: nothing to do', report: 'No access code ended more than 30 days ago.' }]);
});

it('deletes managed codes, too, unless the setting says otherwise', async () => {
	const managed = addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
	expect(await mailOf({ dry_run: false, managed_codes: false })).toEqual([
		{ subject: 'Clean-up of expired codes: nothing to do', report: 'No access code ended more than 30 days ago.' },
	]);
	expect(sandbox.state.accessCodes.has(managed)).toBe(true);

	expect(await mailOf({ dry_run: false })).toEqual([
		{ subject: 'Clean-up of expired codes: 1 deleted', report: `1 deleted:\nMeeting Room, code 'Stay May', over since ${endedOn(40)}` },
	]);
	expect(sandbox.state.accessCodes.has(managed)).toBe(false);
});

it('goes by the days in Settings, and leaves codes without an end alone', async () => {
	addCode('Guest June', hotel.devices.room101, 29);
	expect(await mailOf({ days_past_end: 28 })).toEqual([expect.objectContaining({ subject: 'Clean-up of expired codes (dry run): 1 would be deleted' })]);
	expect(await mailOf({ days_past_end: 30 })).toEqual([expect.objectContaining({ subject: 'Clean-up of expired codes (dry run): nothing to do' })]);
});

it('ends without a report, and without an error, in a workspace without locks', async () => {
	await sandbox.stop();
	sandbox = await createSandbox({ fixture: 'empty' });
	expect(await mailOf()).toEqual([]);
});
