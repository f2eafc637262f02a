import { nameOfMode } from '../../../nodes/DeviceAccess/wire/modes';

describe('nameOfMode', () => {
	it.each([
		['code', 'PIN'],
		['mobile_key', 'mobile key'],
		['face_scan', 'face_scan'],
		['constructor', 'constructor'],
	])('names %s', (mode, name) => {
		expect(nameOfMode(mode)).toBe(name);
	});

	it('takes another word for a mode that it does not know', () => {
		expect(nameOfMode('face_scan', 'key')).toBe('key');
		expect(nameOfMode('card', 'key')).toBe('card');
	});
});
