import { ConnectionError } from '../../../nodes/DeviceAccess/errors/errors';
import { createNewCode } from '../../../nodes/DeviceAccess/migration/createNewCode';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import type { SendRequest } from '../../../nodes/DeviceAccess/transport/request';
import { answeringSend, refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';

const CREATE = '/access_codes/create';
const CODE = { access_code_id: 'c1', device_id: 'd1', code: '4821', name: 'Guest 101' };

const createWith = async (send: SendRequest) =>
	await createNewCode(
		send,
		{ oldAccessCodeId: 'c0', deviceId: 'd1', pin: '4821', name: 'Guest 101' },
		readRunSettings({ waitTimeout: 60 }),
		steppingClock(),
	);

async function create(refusals: number) {
	let refused = 0;
	const { send, requests } = answeringSend(({ endpoint }) => {
		if (endpoint !== CREATE) return { access_codes: [], pagination: { has_next_page: false } };
		if (refused++ < refusals) throw refusal(endpoint, 401, 'unauthorized');
		return { access_code: CODE };
	});
	const creation = await createWith(send);
	return { creation, sent: requests.filter(({ endpoint }) => endpoint === CREATE).length };
}

describe('the creation of the new code', () => {
	it('is tried again after one refusal of the key, because the old code is already gone', async () => {
		const { creation, sent } = await create(1);
		expect([creation, sent]).toEqual([{ is: 'done', record: CODE, attempt: undefined }, 2]);
	});

	it('ends once the key is refused again', async () => {
		const { creation, sent } = await create(Infinity);
		expect(creation.is).toBe('failed');
		expect(sent).toBe(2);
	});

	it('is not found in the code of another lock, which the service lists if it ignores the filter', async () => {
		let sent = 0;
		const ofOther = { ...CODE, access_code_id: 'c2', device_id: 'd2' };
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint !== CREATE) return { access_codes: [ofOther] };
			if (sent++ === 0) throw new ConnectionError(endpoint, 'ECONNRESET', 'write');
			return { access_code: CODE };
		});
		const creation = await createWith(send);
		expect([creation.record, sent]).toEqual([CODE, 2]);
	});

	it('is tried again after one 408, because the request timed out', async () => {
		let sent = 0;
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint !== CREATE) return { access_codes: [] };
			if (sent++ === 0) throw refusal(endpoint, 408);
			return { access_code: CODE };
		});
		const creation = await createWith(send);
		expect([creation.record, sent]).toEqual([CODE, 2]);
	});

	it('is uncertain if the last try is unclear, even if the lock does not list the code yet', async () => {
		const { send } = answeringSend(({ endpoint }) => {
			if (endpoint !== CREATE) return { access_codes: [] };
			throw new ConnectionError(endpoint, 'ECONNRESET', 'write');
		});
		expect(await createWith(send)).toMatchObject({ is: 'pending' });
	});
});
