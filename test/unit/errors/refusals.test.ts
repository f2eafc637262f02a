import {
	isKeyRefused,
	isNotFound,
	isNotOffered,
	isUnsupported,
	ServiceError,
} from '../../../nodes/DeviceAccess/errors/errors';
import { refusal } from '../answeringSend';

const cut = new Error('unsupported_device');

it('a refusal of the key, the token or its workspace is told from any other', () => {
	expect(isKeyRefused(refusal('/x', 401))).toBe(true);
	expect(isKeyRefused(refusal('/x', 403))).toBe(true);
	expect(isKeyRefused(refusal('/x', 400, 'workspace_not_found'))).toBe(true);
	expect(isKeyRefused(refusal('/x', 400, 'invalid_input'))).toBe(false);
	expect(isKeyRefused(cut)).toBe(false);
});

it('a missing record is told from a missing record of another kind and from a missing endpoint', () => {
	expect(isNotFound(refusal('/x', 404, 'device_not_found'), 'device')).toBe(true);
	expect(isNotFound(refusal('/x', 404, 'access_code_not_found'), 'device')).toBe(false);
	expect(isNotFound(refusal('/x', 404, 'not_found'), 'device')).toBe(false);
	expect(isNotFound(cut, 'device')).toBe(false);
});

it('a call that the service does not offer is told from a refused key', () => {
	expect(isNotOffered(refusal('/action_attempts/list', 404))).toBe(true);
	expect(isNotOffered(refusal('/action_attempts/list', 401))).toBe(false);
	expect(isNotOffered(cut)).toBe(false);
	const ofGateway = (status: number) =>
		new ServiceError({ ...refusal('/action_attempts/list', status).answer, isForeign: true });
	expect(isNotOffered(ofGateway(403))).toBe(false);
	// The web server of a service often answers so for a path that the service does not know.
	expect(isNotOffered(ofGateway(404))).toBe(true);
});

it('a lock that does not support an action is told from invalid input', () => {
	expect(isUnsupported(refusal('/x', 400, 'unsupported_device'))).toBe(true);
	expect(isUnsupported(refusal('/x', 400, 'device_type_not_supported'))).toBe(true);
	expect(isUnsupported(refusal('/x', 400, 'invalid_input'))).toBe(false);
	expect(isUnsupported(cut)).toBe(false);
});
