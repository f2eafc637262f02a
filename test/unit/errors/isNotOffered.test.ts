import { isNotOffered } from '../../../nodes/DeviceAccess/errors/isNotOffered';
import { refusal } from '../answeringSend';

describe('isNotOffered', () => {
	it('is false for an answer of another kind', () => {
		expect(isNotOffered(new Error('cut'))).toBe(false);
		expect(isNotOffered(refusal('/action_attempts/list', 401))).toBe(false);
		expect(isNotOffered(refusal('/action_attempts/list', 404))).toBe(true);
	});
});
