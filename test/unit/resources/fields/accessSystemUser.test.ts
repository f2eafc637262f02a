import {
	HAS_NO_ENTRANCES,
	isInGroup,
	isSuspended,
} from '../../../../nodes/DeviceAccess/resources/fields/accessSystemUser';
import type { ChangeCheck } from '../../../../nodes/DeviceAccess/operation/run/waits';
import { answeringSend } from '../../answeringSend';

const SENT = { acs_user_id: 'u1', acs_access_group_id: 'g2' };
const group = (id: string) => ({ acs_access_group_id: id });

describe('whether a user is in a group', () => {
	it.each([true, false])('is read from all pages (%s is wanted)', async (wanted) => {
		const { send, requests } = answeringSend(({ body }) =>
			body.page_cursor === undefined
				? {
						acs_access_groups: [group('g1')],
						pagination: { has_next_page: true, next_page_cursor: 'c', next_page_url: null },
					}
				: {
						acs_access_groups: [group('g2')],
						pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
					},
		);
		expect(await isInGroup(wanted)(send, SENT)).toBe(wanted);
		expect(requests.map(({ body }) => body)).toEqual([
			{ acs_user_id: 'u1' },
			{ acs_user_id: 'u1', page_cursor: 'c' },
		]);
	});
});

it.each<[string, ChangeCheck]>([
	['added to a group', isInGroup(true)],
	['removed from a group', isInGroup(false)],
	['suspended', isSuspended(true)],
	['unsuspended', isSuspended(false)],
	['revoked', HAS_NO_ENTRANCES],
])('an answer without its record or list does not say that a user is %s', async (_what, isMade) => {
	const { send } = answeringSend(() => ({ ok: true }));
	await expect(isMade(send, SENT)).rejects.toThrow(/has no/);
});
