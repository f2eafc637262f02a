import { ConnectionError } from '../../../nodes/DeviceAccess/errors/errors';
import { removeOldCode } from '../../../nodes/DeviceAccess/migration/removeOldCode';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import { answeringSend, refusal } from '../answeringSend';
import { steppingClock } from '../steppingClock';

const DELETE = '/access_codes/unmanaged/delete';

/** The connection breaks during the deletion. Each look at the code then gets one answer, the last one repeatedly. */
async function removeWith(...looks: Array<'the code' | 'not_found' | 'access_code_not_found'>) {
	let look = 0;
	const { send, requests } = answeringSend(({ endpoint }) => {
		if (endpoint === DELETE) throw new ConnectionError(endpoint, 'ECONNRESET', 'write');
		const answer = looks[Math.min(look++, looks.length - 1)] ?? '';
		if (answer !== 'the code') throw refusal(endpoint, 404, answer);
		return { access_code: { access_code_id: 'c0' } };
	});
	const removal = await removeOldCode(
		send,
		{ oldAccessCodeId: 'c0', deviceId: 'd1', pin: '4821' },
		readRunSettings({ waitTimeout: 60 }),
		steppingClock(),
	);
	return {
		is: removal.is,
		deletions: requests.filter(({ endpoint }) => endpoint === DELETE).length,
	};
}

describe('the removal of the old code, after the connection broke', () => {
	it('is uncertain if the code is there after a bare 404, because a gateway can answer so', async () => {
		expect(await removeWith('not_found', 'the code')).toEqual({ is: 'pending', deletions: 1 });
	});

	it('is uncertain if bare 404s are not in a row', async () => {
		const looks = ['not_found', 'the code', 'not_found', 'the code'] as const;
		expect(await removeWith(...looks)).toEqual({ is: 'pending', deletions: 1 });
	});

	it.each([
		['two bare 404s in a row', 'not_found'],
		['the service says that it has no such code', 'access_code_not_found'],
	] as const)('is done after %s', async (_when, type) => {
		expect(await removeWith('the code', type)).toEqual({ is: 'done', deletions: 1 });
	});
});
