import { replaceCode } from '../../../nodes/DeviceAccess/migration/replaceCode';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../answeringSend';

const SETTINGS = readRunSettings({ waitTimeout: 0, pollInterval: 0.01 });
const WANTED = { oldAccessCodeId: 'c0', deviceId: 'd1', pin: '4821', name: 'Guest 101' };

/** The code that the lock has in the end. */
async function replaceWith(set: WireObject) {
	const code = { access_code_id: 'c1', device_id: 'd1', status: 'set', ...set };
	const { send } = answeringSend(({ endpoint }) => {
		if (endpoint === '/access_codes/unmanaged/delete') return {};
		if (endpoint === '/access_codes/unmanaged/get')
			throw refusal(endpoint, 404, 'access_code_not_found');
		return { access_code: code };
	});
	return (await replaceCode(send, WANTED, SETTINGS)).record;
}

describe('a replaced code', () => {
	it.each([
		['it has the PIN', { code: '4821' }],
		['the service hides its PIN', { code: null }],
	])('works like the old one if %s', async (_when, code) => {
		expect(await replaceWith(code)).toMatchObject({ outcome: 'replaced', access_code: code });
	});

	it.each(['set', 'setting'])(
		'locks the guest out if it is %s with another PIN, and the item has the one that the guest knows',
		async (status) => {
			expect(await replaceWith({ code: '7306', status })).toMatchObject({
				outcome: 'locked_out',
				access_code: { code: '7306' },
				recovery: { code: '4821', next_step: expect.stringContaining('Delete the new code') },
			});
		},
	);
});
