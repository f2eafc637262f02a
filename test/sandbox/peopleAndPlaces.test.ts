import { hotel } from '../../sandbox/fixtures/hotel';
import { calls, useFreshSandbox } from './freshSandbox';

useFreshSandbox();

async function ids(path: string, filters: object, member: string, id: string): Promise<unknown[]> {
	return (await calls.call<Array<Record<string, unknown>>>(path, filters, member)).map(
		(record) => record[id],
	);
}

describe('user identities', () => {
	it('have a key, an email address and a phone number that nobody else has, and keep their own', async () => {
		const phone_number = '+15555550100';
		await calls.call('/user_identities/create', { phone_number });
		const { user_identity_id } = await calls.call<{ user_identity_id: string }>(
			'/user_identities/get',
			{ user_identity_key: 'guest-101' },
			'user_identity',
		);
		const taken: Array<[object, string]> = [
			[{ user_identity_key: 'guest-102' }, 'duplicate_user_identity_key'],
			[{ email_address: 'Guest-102@Example.com' }, 'duplicate_email_address'],
			[{ phone_number }, 'duplicate_phone_number'],
		];
		for (const [member, type] of taken) {
			const refused = { status: 409, error: { type, data: member } };
			expect(await calls.refusal('/user_identities/create', member)).toMatchObject(refused);
			expect(
				await calls.refusal('/user_identities/update', { user_identity_id, ...member }),
			).toMatchObject(refused);
			const inline = {
				user_identity: member,
				device_ids: [hotel.devices.room101],
				requested_access_methods: [{ mode: 'cloud_key' }],
			};
			expect(await calls.refusal('/access_grants/create', inline)).toMatchObject(refused);
		}
		await calls.call('/user_identities/update', {
			user_identity_id,
			email_address: 'GUEST-101@example.com',
			user_identity_key: 'guest-101',
		});
	});
});

describe('spaces', () => {
	const spaces = async (filters: object) =>
		await ids('/spaces/list', filters, 'spaces', 'space_id');

	it.each<[string, string, object, number, string]>([
		['no address', '/spaces/update', { name: 'Nowhere' }, 400, 'invalid_input'],
		[
			'an hour that does not exist',
			'/spaces/update',
			{ space_key: 'suite', customer_data: { default_checkin_time: '24:00' } },
			400,
			'invalid_input',
		],
		[
			'words for a time',
			'/spaces/create',
			{ name: 'Annex', customer_data: { default_checkout_time: 'noon' } },
			400,
			'invalid_input',
		],
		[
			'an unknown time zone',
			'/spaces/create',
			{ name: 'Annex', customer_data: { time_zone: 'Atlantis/Harbour' } },
			400,
			'invalid_input',
		],
		[
			'an offset for a time zone',
			'/spaces/create',
			{ name: 'Annex', customer_data: { time_zone: '+01:00' } },
			400,
			'invalid_input',
		],
	])('refuse %s', async (_what, path, parameters, status, type) => {
		expect(await calls.refusal(path, parameters)).toMatchObject({ status, error: { type } });
		expect(await spaces({})).toHaveLength(5);
	});
});
