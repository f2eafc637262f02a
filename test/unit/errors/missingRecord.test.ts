import { missingRecordSentence } from '../../../nodes/DeviceAccess/errors/hints';

const ID = '00000000-0000-4000-8000-000000000001';

const answer = (
	type: string,
	endpoint: string,
	identifiers = {},
	sent: string[] = Object.keys(identifiers),
) => ({
	status: 404,
	type,
	endpoint,
	effect: 'read' as const,
	serviceMessage: '',
	sent,
	identifiers,
});

describe('the sentence for a record that the workspace does not have', () => {
	it.each([
		[
			'space_not_found',
			'/spaces/get',
			{ space_key: 'room-999' },
			"No space has the key 'room-999'",
		],
		[
			'device_not_found',
			'/devices/unmanaged/get',
			{ device_id: ID },
			`No unmanaged device has the ID '${ID}'`,
		],
		[
			'access_code_not_found',
			'/access_codes/get',
			{ access_code_id: ID },
			`No managed access code has the ID '${ID}'`,
		],
		[
			'acs_entrance_not_found',
			'/acs/entrances/unlock',
			{ acs_entrance_id: ID },
			`No entrance has the ID '${ID}'`,
		],
		['constructor_not_found', '/elsewhere', {}, 'There is no such constructor in this workspace'],
	])('names it for %s at %s', (type, endpoint, identifiers, sentence) => {
		expect(missingRecordSentence(answer(type, endpoint, identifiers), [])).toBe(sentence);
	});

	it('repeats neither a PIN nor another secret', () => {
		expect(
			missingRecordSentence(
				answer('access_code_not_found', '/access_codes/get', { device_id: ID }, [
					'device_id',
					'code',
				]),
				[],
			),
		).toBe('No managed access code on the device has this PIN');
		expect(
			missingRecordSentence(
				answer('space_not_found', '/spaces/get', { space_key: 'sandbox-key-hotel' }),
				['sandbox-key-hotel'],
			),
		).not.toContain('sandbox-key-hotel');
	});

	it('is left to the hints for any other failed call', () => {
		expect(
			missingRecordSentence(answer('not_found', '/spaces/get', { space_id: ID }), []),
		).toBeUndefined();
		expect(
			missingRecordSentence(
				{ ...answer('space_not_found', '/spaces/get', { space_id: ID }), status: 400 },
				[],
			),
		).toBeUndefined();
	});
});
