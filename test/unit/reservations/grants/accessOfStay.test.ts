import { accessOfStay } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import { grantFixture } from '../grantFixture';

const NOW_MS = Date.parse('2030-06-21T12:00:00Z');
const inMinutes = (minutes: number) => new Date(NOW_MS + minutes * 60_000).toISOString();
const CHECK_OUT = inMinutes(1_440);

const chosen = (...endsAt: ReadonlyArray<string | null>) => {
	const oldestFirst = endsAt.map((at, index) =>
		grantFixture({ id: ['old', 'new'][index], endsAt: at, createdAtMs: index }),
	);
	return accessOfStay(oldestFirst, NOW_MS)?.id;
};

it.each([
	['new rooms whose old ones end soon', inMinutes(30), CHECK_OUT, 'new'],
	[
		'new rooms that are not ready, so that the old ones have no end of their own',
		CHECK_OUT,
		CHECK_OUT,
		'new',
	],
	['new rooms that end earlier, but not soon', CHECK_OUT, inMinutes(61), 'new'],
	['the old rooms again, which the guest has moved back into', CHECK_OUT, inMinutes(30), 'old'],
	['the old rooms again, which have no end', null, inMinutes(30), 'old'],
	['what has not ended', CHECK_OUT, inMinutes(-1), 'old'],
	['the newest in the last hour of the stay', inMinutes(20), inMinutes(20), 'new'],
	['the newest of what has ended together', inMinutes(-9), inMinutes(-9), 'new'],
])('of two, the access of a stay is %s', (_what, oldEnd, newEnd, id) => {
	expect(chosen(oldEnd, newEnd)).toBe(id);
});

it('a stay without access has none', () => {
	expect(accessOfStay([], NOW_MS)).toBeUndefined();
});
