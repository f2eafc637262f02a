import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import {
	findProblems as find,
	opensWithoutCards,
} from '../../../../nodes/DeviceAccess/reservations/grants/readiness';

const findProblems = (has: Partial<Parameters<typeof find>[0]>) =>
	find({ record: {}, methods: [], devices: [], entrances: [], spaces: [], placeNames: [], ...has });

const LATE = {
	warning_code: 'delay_in_issuing',
	message: 'It takes longer.',
	created_at: '2031-01-31T08:00:00.000Z',
};
const OFFLINE = {
	error_code: 'device_disconnected',
	message: 'The device is offline.',
	is_device_error: true,
	created_at: '2031-01-31T07:00:00.000Z',
};

describe('findProblems', () => {
	it('counts a card that waits for a person if it alone opens an entrance', () => {
		const entrances = [{ acs_entrance_id: 'e1', can_unlock_with_code: false }];
		const code = { mode: 'code', is_issued: true };
		const card = { mode: 'card', is_issued: false, is_ready_for_encoding: true };
		const grant = { record: {}, methods: [code, card], devices: [], entrances };
		const modes = ['code', 'card'];
		expect(opensWithoutCards(grant, [], modes)).toBe(false);
		expect(opensWithoutCards({ ...grant, entrances: [] }, [], modes)).toBe(true);
	});

	it.each<[string, WireObject[], WireObject, string[]]>([
		['only a card', [], {}, ['encoding_required']],
		['a PIN that opens the entrance', [{ mode: 'code', is_issued: true }], {}, []],
		[
			'a PIN that the entrance does not take',
			[{ mode: 'code', is_issued: true }],
			{ can_unlock_with_code: false },
			['encoding_required'],
		],
	])(
		'says that a card is not written during the stay if the guest has %s, however the service says it',
		(_what, others, entrance, codes) => {
			const inHouse = { starts_at: '2026-11-30T15:00:00.000Z', ends_at: null };
			const warnings = [{ warning_code: 'encoding_required', message: 'Encode it.' }];
			const card = { mode: 'card', is_issued: false, created_at: inHouse.starts_at };
			const of = (record: WireObject, flags: WireObject) =>
				findProblems({
					record,
					methods: [...others, { ...card, ...flags }],
					entrances: [{ acs_entrance_id: 'e1', ...entrance }],
				}).map(({ code }) => code);
			expect(of(inHouse, { is_ready_for_encoding: true })).toEqual(codes);
			expect(of(inHouse, { is_ready_for_assignment: true })).toEqual(codes);
			expect(of({ ...inHouse, warnings }, {})).toEqual(codes);
			const later = { ...inHouse, starts_at: '2026-12-02T15:00:00.000Z', warnings };
			expect(of(later, {})).toEqual([]);
		},
	);

	it('says that an entrance does not open if it says so of each method', () => {
		const entrances = [
			{ acs_entrance_id: 'e1', display_name: 'Lobby', can_unlock_with_code: false },
		];
		const codesWith = (...modes: string[]) =>
			findProblems({ entrances, methods: modes.map((mode) => ({ mode, is_issued: true })) }).map(
				({ code }) => code,
			);
		expect(codesWith('code')).toEqual(['door_not_opened']);
		expect(codesWith('code', 'mobile_key')).toEqual([]);
	});

	it('says since when there is a problem, if the service says so', () => {
		const devices = [
			{
				device_id: 'd1',
				display_name: 'Room 101',
				properties: { online: false },
				errors: [OFFLINE],
			},
			{ device_id: 'd2', display_name: 'Room 102', properties: { online: false }, errors: [] },
		];
		expect(
			findProblems({ methods: [{ is_issued: false, warnings: [LATE] }], devices }).map(
				({ code, since }) => [code, since],
			),
		).toEqual([
			['delay_in_issuing', LATE.created_at],
			['device_disconnected', OFFLINE.created_at],
			['device_offline', undefined],
		]);
	});

	it('says once that a lock is offline, in the same words with and without an error of the service', () => {
		const device = (device_id: string, errors: object[]) => ({
			device_id,
			display_name: `Lock ${device_id}`,
			properties: { online: false },
			errors,
		});
		const hub = { error_code: 'hub_disconnected', message: 'The hub is offline.' };
		const devices = [device('a', [OFFLINE]), device('b', []), device('c', [OFFLINE, hub])];
		const codes = [{ device_id: 'a', errors: [OFFLINE] }];
		expect(findProblems({ devices, codes }).map(({ reason }) => reason)).toEqual([
			'Lock a is offline',
			'Lock b is offline',
			'Lock c: The device is offline.; The hub is offline.',
		]);
	});

	const JAMMED = { error_code: 'lock_jammed', message: 'The lock is jammed.' };
	const SET = { status: 'set' };
	const STORED = { status: 'unset', is_scheduled_on_device: true };
	const WAITING = { status: 'unset', is_scheduled_on_device: false };
	it.each<[string, object[], object[] | undefined, boolean, RegExp]>([
		['has the PIN', [OFFLINE], [SET], false, /^The PIN is on the lock, .* cannot change it/],
		['has no error', [], [SET], false, /^The PIN is on the lock, /],
		['has stored the PIN with its start', [OFFLINE], [STORED], false, /^The PIN is on the lock, /],
		['has no PIN yet', [OFFLINE], [WAITING], true, /^The PIN is not on the lock\. Check/],
		['has one PIN of two', [OFFLINE], [SET, WAITING], true, /^The PIN is not on the lock\. /],
		[
			"has another lock's PIN",
			[OFFLINE],
			[{ ...SET, device_id: 'b', errors: [] }],
			true,
			/^Check the lock/,
		],
		['may have the PIN', [OFFLINE], [{ status: 'unknown' }], true, /^Check the lock/],
		['was not asked for its codes', [OFFLINE], undefined, true, /^Check the lock/],
		['has the PIN, and another error', [OFFLINE, JAMMED], [SET], true, /^Check the lock/],
	])(
		'judges by the code whether an offline lock opens: it %s',
		(_what, errors, codes, isClosed, remedy) => {
			const device = { device_id: 'a', properties: { online: false }, errors };
			const ofLock = codes?.map((code) => ({ device_id: 'a', errors: [OFFLINE], ...code }));
			const [problem, ...others] = findProblems({
				devices: [device],
				codes: ofLock,
			});
			expect(others).toEqual([]);
			expect(problem).toMatchObject({
				keeps_door_closed: isClosed,
				remedy: expect.stringMatching(remedy),
			});
		},
	);

	it('leaves out what is only about devices that are no doors', () => {
		const sensor = {
			device_id: 'sensor',
			capabilities_supported: ['noise_detection'],
			properties: { online: false },
			errors: [OFFLINE],
		};
		const lock = { device_id: 'lock', capabilities_supported: ['access_code'] };
		const missing = (...ids: string[]) => ({
			error_code: 'cannot_create_requested_access_methods',
			message: `No PIN on ${ids.join(' and ')}`,
			missing_device_ids: ids,
		});
		const record = {
			errors: [missing('sensor'), missing('sensor', 'lock')],
			warnings: [
				{ warning_code: 'device_does_not_support_access_codes', device_id: 'sensor' },
				{ warning_code: 'overprovisioned_access', failed_devices: [{ device_id: 'sensor' }] },
			],
		};
		const problems = findProblems({ record, devices: [lock, sensor] });
		expect(problems.map(({ reason }) => reason)).toEqual(['No PIN on sensor and lock']);
	});

	it('finds warnings in a map, which some services send', () => {
		const record = { warning_map: { delay_in_issuing: { message: 'It takes longer.' } } };
		expect(findProblems({ record }).map(({ code }) => code)).toEqual(['delay_in_issuing']);
	});
});

describe('a lock that has a PIN of its own', () => {
	const record = {
		warnings: [
			{
				warning_code: 'requested_code_unavailable',
				message: 'Another PIN.',
				original_code: '4821',
				new_code: '1717',
			},
		],
	};
	it.each([
		['of several: the PIN of the item does not open it', '4821', true],
		['that is the only one: the item has its PIN', '1717', false],
	])('%s', (_what, code, keepsDoorClosed) => {
		const problems = findProblems({
			record,
			methods: [{ mode: 'code', is_issued: true, code }],
		});
		expect(problems.map(({ keeps_door_closed: isClosed }) => isClosed)).toEqual([keepsDoorClosed]);
		expect(JSON.stringify(problems)).not.toMatch(/4821|1717/);
	});
});
