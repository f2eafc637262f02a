import { defineOperation } from '../../../../nodes/DeviceAccess/operation/defineOperation';
import { done } from '../../../../nodes/DeviceAccess/operation/kinds/done';
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
		endpoint: '/doors/update',
		effect: 'write',
		kind: done('updated', ['door_id'], { readBack: { endpoint: '/doors/get', member: 'door' } }),
		fields: {},
		request: () => ({ door_id: 'd1' }),
	});
	const service = answeringSend(({ endpoint }) => {
		if (endpoint === '/doors/get') throw refusal(endpoint, 500);
		return answer;
	});
	const state = await runItemOf(operation, { service });
	return state && 'records' in state ? state.records : state;
}

describe('an update whose record cannot be read afterwards', () => {
	it('returns the record that the answer has', async () => {
		const door = { door_id: 'd1', name: 'Back Door' };
		expect(await update({ door })).toEqual([door]);
	});

	it.each([{}, { door: null }, { door: {} }])('says so if the answer is %j', async (answer) => {
		expect(await update(answer)).toEqual([
			{
				door_id: 'd1',
				updated: true,
				outcome: 'updated',
				message: expect.stringMatching(/^The change was made, but the record could not be read: ./),
			},
		]);
	});
});
