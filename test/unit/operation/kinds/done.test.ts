import { defineOperation } from '../../../../nodes/DeviceAccess/operation/defineOperation';
import { done } from '../../../../nodes/DeviceAccess/operation/kinds/one';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend, refusal } from '../../answeringSend';
import { runItemOf } from '../itemRun';

/** Updates a door, whose record afterwards cannot be read. Returns the item. */
async function update(answer: WireObject) {
	const operation = defineOperation({
		value: 'update',
		name: 'Update',
		action: 'Update door',
		description: 'Update a door',
		endpoint: '/devices/update',
		effect: 'write',
		kind: done('updated', ['device_id'], {
			readBack: { endpoint: '/devices/get', member: 'door' },
		}),
		fields: {},
		request: () => ({ device_id: 'd1' }),
	});
	const service = answeringSend(({ endpoint }) => {
		if (endpoint === '/devices/get') throw refusal(endpoint, 500);
		return answer;
	});
	const state = await runItemOf(operation, { service });
	return state && 'records' in state ? state.records : state;
}

describe('an update whose record cannot be read afterwards', () => {
	it('returns the record that the answer has', async () => {
		const door = { device_id: 'd1', name: 'Back Door' };
		expect(await update({ door })).toEqual([door]);
	});

	it.each([{}, { door: null }, { door: {} }])('says so if the answer is %j', async (answer) => {
		expect(await update(answer)).toEqual([
			{
				device_id: 'd1',
				updated: true,
				outcome: 'updated',
				message: expect.stringMatching(/^The change was made, but the record could not be read: ./),
			},
		]);
	});
});
