import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await createSandbox()));
afterEach(async () => await sandbox.stop());

/** A day ahead, access gets this end. */
async function endAt(ends_at: string): Promise<number> {
	const created = await callSandbox<{ access_grant: { access_grant_id: string } }>(
		sandbox,
		'/access_grants/create',
		{
			user_identity_id: hotel.userIdentities.guest101,
			device_ids: [hotel.devices.room101],
			requested_access_methods: [{ mode: 'code' }],
			starts_at: inHours(-1),
			ends_at: inHours(48),
		},
	);
	await sandbox.clock.advanceBy(24 * HOUR_MS);
	const { access_grant_id: id } = created.body.access_grant;
	return (await callSandbox(sandbox, '/access_grants/update', { access_grant_id: id, ends_at }))
		.status;
}

it('takes an end that is over only because its time was moved ahead, and refuses one that is over in truth', async () => {
	expect(await endAt(inHours(0.5))).toBe(200);
	await sandbox.clock.returnToRealTime();
	expect(await endAt(inHours(-0.5))).toBe(400);
});
