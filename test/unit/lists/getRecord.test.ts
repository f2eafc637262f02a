import { getRecord } from '../../../nodes/DeviceAccess/lists/getRecord';
import { answeringSend, refusal } from '../answeringSend';

const GET = '/access_codes/get';
const read = async (type: string | undefined) => {
	const { send } = answeringSend(() => {
		throw refusal(GET, 404, type);
	});
	return await getRecord(send, GET, 'access_code', { access_code_id: 'c1' });
};

describe('a record', () => {
	it('does not exist if the service says so', async () => {
		expect(await read('access_code_not_found')).toBeUndefined();
	});

	it.each([undefined, 'workspace_not_found', 'device_not_found'])(
		'may exist if a 404 says something else, such as an unknown path: %s',
		async (type) => {
			await expect(read(type)).rejects.toEqual(refusal(GET, 404, type));
		},
	);
});
