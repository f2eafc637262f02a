import type { ActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import { awaitNewCode } from '../../../nodes/DeviceAccess/migration/awaitNewCode';
import { answeringSend, refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';

const NOW_MS = Date.parse('2030-01-31T10:00:00Z');
const SCHEDULED = {
	status: 'unset',
	starts_at: '2030-02-01T15:00:00Z',
	is_scheduled_on_device: true,
};
const NO_BACKUP = {
	error_code: 'empty_backup_access_code_pool',
	message: 'The backup pool is empty.',
	is_device_error: true,
};
const OFFLINE = {
	error_code: 'device_disconnected',
	message: 'The lock is offline.',
	is_device_error: true,
};

async function waitFor(rest: WireObject, attempt?: ActionAttempt) {
	const code = { access_code_id: 'c1', ...rest };
	const { send } = answeringSend(({ endpoint }) =>
		endpoint === '/action_attempts/list' ? { action_attempts: [] } : { access_code: code },
	);
	const progress = await awaitNewCode(
		send,
		{ is: 'done', record: { access_code_id: 'c1' }, attempt },
		readRunSettings({ waitTimeout: 10 }),
		steppingClock(NOW_MS),
	);
	return { progress, code };
}

describe('a new code that starts later', () => {
	it('is scheduled even if the lock has an error that affects no code', async () => {
		const { progress, code } = await waitFor({ ...SCHEDULED, errors: [NO_BACKUP] });
		expect(progress).toEqual({ is: 'done', record: code });
	});

	it('is scheduled even if the service has forgotten the action attempt', async () => {
		const attempt: ActionAttempt = {
			action_attempt_id: 'a1',
			action_type: 'CREATE_ACCESS_CODE',
			status: 'pending',
			result: null,
			error: null,
		};
		const { progress, code } = await waitFor(SCHEDULED, attempt);
		expect(progress).toEqual({ is: 'done', record: code });
	});

	it('is uncertain, with the message of the lock, if the lock is offline', async () => {
		const { progress, code } = await waitFor({ ...SCHEDULED, errors: [NO_BACKUP, OFFLINE] });
		expect(progress).toEqual({ is: 'pending', record: code, reasons: ['The lock is offline.'] });
	});
});

describe('a new code that the service does not find', () => {
	const waitWith = async (foundAt: number) => {
		let looks = 0;
		const code = { access_code_id: 'c1', status: 'set' };
		const { send } = answeringSend(({ endpoint }) => {
			if (++looks < foundAt) throw refusal(endpoint, 404, 'not_found');
			return { access_code: code };
		});
		const settings = readRunSettings({ waitTimeout: 60 });
		return await awaitNewCode(send, { is: 'done', record: code }, settings, steppingClock(NOW_MS));
	};

	it('is not lost if a later look finds it, because a gateway can answer 404', async () => {
		expect(await waitWith(3)).toMatchObject({ is: 'done', record: { status: 'set' } });
	});

	it('has failed if no look finds it', async () => {
		expect(await waitWith(Infinity)).toMatchObject({ is: 'failed' });
	});
});

describe('a new code that is being set', () => {
	it('has not failed because of an error that affects no code, even if nothing says whose error it is', async () => {
		const { progress, code } = await waitFor({
			status: 'setting',
			errors: [{ error_code: 'auxiliary_heat_running' }],
		});
		expect(progress).toEqual({ is: 'pending', record: code, reasons: [] });
	});
});
