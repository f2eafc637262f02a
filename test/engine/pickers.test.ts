import { inspect } from 'node:util';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { DeviceAccess } from '../../nodes/DeviceAccess/DeviceAccess.node';
import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { resources } from '../../nodes/DeviceAccess/resources';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { listSearch, loadOptions, type ListOptions } from '../support/engine/listSearch';

const service = useHotelSandbox();

const WITHOUT_REQUEST = ['getEventTypes', 'getOutputFields'];

describe('pickers of devices and of unmanaged codes', () => {
	const DEVICES = '/devices/list';
	const CODES = '/access_codes/unmanaged/list';

	type Search = { filter?: string; paginationToken?: string; parameters?: INodeParameters };
	const searchDevices = async (search: Search = {}) =>
		await listSearch('deviceAccess', 'searchDevices', {
			credentials: service.credentials,
			...search,
		});
	const searchCodes = async ({ parameters, ...search }: Search = {}) =>
		await listSearch('deviceAccess', 'searchUnmanagedAccessCodes', {
			credentials: service.credentials,
			parameters: {
				resource: 'unmanagedAccessCode',
				operation: 'get',
				deviceId: { __rl: true, mode: 'list', value: '' },
				...parameters,
			},
			...search,
		});

	/** Scrolls a picker to its end, as the editor does. */
	async function scroll(
		page: (paginationToken?: string) => Promise<INodeListSearchResult>,
	): Promise<INodeListSearchResult['results'][]> {
		const pages: INodeListSearchResult['results'][] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await page(token);
			pages.push(results);
			token = paginationToken as string | undefined;
		} while (token !== undefined);
		return pages;
	}

	describe('the picker of a device', () => {
		it('loads a page at a time while a person scrolls, with the same search', async () => {
			await service.restart({ fixture: 'portfolio', devices: 250, codesPerDevice: 0 });
			const pages = await scroll(
				async (paginationToken) => await searchDevices({ filter: 'building', paginationToken }),
			);
			expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
			expect(pages.flat().map(({ value }) => value)).toEqual(
				Array.from({ length: 250 }, (_, index) => portfolio.deviceId(index)),
			);
			expect(service.bodies(DEVICES)).toEqual([
				{ search: 'building', limit: 100 },
				{ search: 'building', limit: 100, page_cursor: expect.any(String) },
				{ search: 'building', limit: 100, page_cursor: expect.any(String) },
			]);
		});
	});

	describe('the picker of an access code', () => {
		it('shows the codes of the chosen device without their PINs, and which cannot be converted', async () => {
			const { results } = await searchCodes({
				parameters: { deviceId: byId(hotel.devices.room201) },
			});
			expect(results).toEqual([
				{ name: 'Guest 201 (cannot be converted)', value: hotel.unmanagedCodes.cannotBeManaged },
				{ name: 'Installer 201', value: hotel.unmanagedCodes.cannotDelete },
				{ name: 'Cleaning 201', value: expect.any(String) },
			]);
			expect(service.bodies(CODES)).toEqual([{ device_id: hotel.devices.room201, limit: 100 }]);
		});

		it('shows the codes of all devices with the device they are on when none was chosen', async () => {
			const { results } = await searchCodes({ filter: 'clean' });
			expect(results.slice(0, 3).map(({ name }) => name)).toEqual([
				'Cleaning - Front Door',
				'Cleaning 101 - Room 101',
				'Cleaning 102 - Room 102',
			]);
			expect(service.sandbox.requests.count(CODES)).toBe(12);
		});

		it('shows the codes of the others if somebody deletes a lock meanwhile, and a lock without a name by its ID', async () => {
			service.sandbox.faults.next(CODES, {
				kind: 'status',
				status: 404,
				body: { error: { type: 'device_not_found', message: 'Device not found' } },
			});
			service.sandbox.faults.next(DEVICES, {
				kind: 'status',
				status: 200,
				body: {
					ok: true,
					devices: [
						{ device_id: hotel.devices.room101, display_name: 'Room 101' },
						{ device_id: hotel.devices.room102, display_name: null },
					],
					pagination: { has_next_page: false, next_page_cursor: null },
				},
			});
			const { results } = await searchCodes({ filter: 'clean' });
			expect(results.map(({ name }) => name)).toEqual([`Cleaning 102 - ${hotel.devices.room102}`]);
		});

		it('shows all codes of a lock that has many when no device was chosen', async () => {
			await service.restart({ fixture: 'portfolio', devices: 2, codesPerDevice: 150 });
			const { results, paginationToken } = await searchCodes();
			expect([results.length, paginationToken]).toEqual([300, undefined]);
		});

		it('goes through all devices in groups of twenty while a person scrolls', async () => {
			await service.restart({
				fixture: 'portfolio',
				devices: 45,
				codesPerDevice: 2,
				settings: { answerTimeMs: 5 },
			});
			const pages = await scroll(async (paginationToken) => await searchCodes({ paginationToken }));
			expect(pages.map((page) => page.length)).toEqual([40, 40, 10]);
			expect(pages.flat().map(({ value }) => value)).toEqual(
				Array.from({ length: 90 }, (_, index) =>
					portfolio.unmanagedCodeId(Math.floor(index / 2), index % 2),
				),
			);
			expect(service.bodies(DEVICES)).toEqual([
				{ limit: 20 },
				{ limit: 20, page_cursor: expect.any(String) },
				{ limit: 20, page_cursor: expect.any(String) },
			]);
			expect(service.sandbox.requests.maxInFlight()).toBeLessThanOrEqual(5);
		});

		it('names a code without a name by the beginning of its ID, never by its PIN', async () => {
			const id = hotel.unmanagedCodes.convertible;
			service.sandbox.faults.next(CODES, {
				kind: 'status',
				status: 200,
				body: {
					ok: true,
					access_codes: [
						{ access_code_id: id, name: null, code: '1011', device_id: hotel.devices.room101 },
					],
				},
			});
			expect(
				await searchCodes({ parameters: { deviceId: byId(hotel.devices.room101) } }),
			).toMatchObject({
				results: [{ name: `Code ${id.slice(0, 8)}`, value: id }],
			});
		});
	});
});

describe('pickers of other records', () => {
	const GRANTS = '/access_grants/list';
	const METHODS = '/access_methods/list';
	const SYSTEMS = '/acs/systems/list';
	const ENCODERS = '/acs/encoders/list';
	const CODES = '/access_codes/list';
	const NOTHING_CHOSEN = { __rl: true, mode: 'list', value: '' };
	const {
		accessGrants,
		accessGroups,
		accessMethods,
		accessSystemUsers,
		entrances,
		managedCodes,
		spaces,
		userIdentities,
	} = hotel;

	const search = async (method: string, options: ListOptions = {}) =>
		await listSearch('deviceAccess', method, { credentials: service.credentials, ...options });
	const searchMethods = async (
		accessGrantId: INodeParameters[string] = NOTHING_CHOSEN,
		options: ListOptions = {},
	) =>
		await search('searchAccessMethods', {
			parameters: { resource: 'accessMethod', operation: 'get', accessGrantId },
			...options,
		});
	const searchCodes = async (
		deviceId: INodeParameters[string] = NOTHING_CHOSEN,
		options: ListOptions = {},
	) =>
		await search('searchAccessCodes', {
			parameters: { resource: 'accessCode', operation: 'get', deviceId },
			...options,
		});
	const load = async (method: string) =>
		await loadOptions('deviceAccess', method, { credentials: service.credentials });
	const namesOf = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

	/** Makes the service answer once with these records instead of its own; a cursor means that there are more. */
	function answerOnce(
		path: string,
		member: string,
		records: object[],
		cursor: string | null = null,
	): void {
		const pagination = {
			has_next_page: cursor !== null,
			next_page_cursor: cursor,
			next_page_url: null,
		};
		service.sandbox.faults.next(path, {
			kind: 'status',
			status: 200,
			body: { ok: true, [member]: records, pagination },
		});
	}

	interface Picker {
		method: string;
		path: string;
		member: string;
		/** The first entry of the hotel. */
		first: { name: string; value: string };
		/** The search text, and the entries that it finds. */
		filter: string;
		found: string[];
		/** Possible records, with the names that the picker shows. */
		shown: Array<[record: Record<string, string | null>, name: string]>;
	}

	const PICKERS: Picker[] = [
		{
			method: 'searchDevices',
			path: '/devices/list',
			member: 'devices',
			first: { name: 'Front Door (august lock)', value: hotel.devices.frontDoor },
			filter: 'room 101',
			found: ['Room 101 (schlage lock)'],
			shown: [
				[{ device_id: 'd1', display_name: 'Lock', device_type: 'nuki_lock' }, 'Lock (nuki lock)'],
			],
		},
		{
			method: 'searchUserIdentities',
			path: '/user_identities/list',
			member: 'user_identities',
			first: { name: 'Night Desk (night-desk@example.com)', value: userIdentities.nightDesk },
			filter: 'guest',
			found: [
				'Guest of Room 101 (guest-101@example.com)',
				'Guest of Room 102 (guest-102@example.com)',
			],
			shown: [
				[{ user_identity_id: 'u1', display_name: 'A Guest', email_address: null }, 'A Guest'],
				[
					{
						user_identity_id: 'u2',
						display_name: 'guest@example.com',
						email_address: 'guest@example.com',
					},
					'guest@example.com',
				],
				[{ user_identity_id: 'u3', display_name: '', email_address: null }, 'u3'],
			],
		},
		{
			method: 'searchSpaces',
			path: '/spaces/list',
			member: 'spaces',
			first: { name: 'Room 101', value: spaces.room101 },
			filter: 'wing',
			found: ['Empty Wing'],
			shown: [[{ space_id: 's1', display_name: '' }, 's1']],
		},
		{
			method: 'searchConnectedAccounts',
			path: '/connected_accounts/list',
			member: 'connected_accounts',
			first: { name: 'August account (August)', value: expect.any(String) as unknown as string },
			filter: 'nuki',
			found: ['Nuki account (Nuki)'],
			shown: [[{ connected_account_id: 'a1', display_name: 'Owner' }, 'Owner']],
		},
		{
			method: 'searchAccessSystems',
			path: SYSTEMS,
			member: 'acs_systems',
			first: { name: 'Hotel Access System', value: hotel.accessSystem },
			filter: 'gym',
			found: ['Gym Access System'],
			shown: [[{ acs_system_id: 's1', name: '' }, 's1']],
		},
		{
			method: 'searchEntrances',
			path: '/acs/entrances/list',
			member: 'acs_entrances',
			first: { name: 'Lobby', value: entrances.lobby },
			filter: 'elev',
			found: ['Elevator'],
			shown: [[{ acs_entrance_id: 'e1', display_name: '' }, 'e1']],
		},
		{
			method: 'searchAccessGroups',
			path: '/acs/access_groups/list',
			member: 'acs_access_groups',
			first: { name: 'Staff', value: accessGroups.staff },
			filter: 'night',
			found: ['Night Shift'],
			shown: [
				[{ acs_access_group_id: 'g1', name: 'Own name' }, 'Own name'],
				[{ acs_access_group_id: 'g2', display_name: 'Shown', name: 'Own name' }, 'Shown'],
			],
		},
		{
			method: 'searchAccessSystemUsers',
			path: '/acs/users/list',
			member: 'acs_users',
			first: { name: 'Night Desk', value: accessSystemUsers.nightDesk },
			filter: 'clean',
			found: ['Cleaning'],
			shown: [
				[{ acs_user_id: 'u1', full_name: 'Full Name' }, 'Full Name'],
				[{ acs_user_id: 'u2', display_name: 'Shown', full_name: 'Full Name' }, 'Shown'],
			],
		},
		{
			method: 'searchAccessCredentials',
			path: '/acs/credentials/list',
			member: 'acs_credentials',
			first: { name: 'Card (800001)', value: hotel.credentials.cleaningCard },
			filter: '800003',
			found: ['Card (800003)'],
			shown: [
				[{ acs_credential_id: 'c1', display_name: 'Mobile Key', card_number: null }, 'Mobile Key'],
			],
		},
	];

	/** Two lists accept no limit. */
	const limitOf = (path: string) =>
		[SYSTEMS, '/acs/access_groups/list'].includes(path) ? {} : { limit: 100 };

	describe.each(PICKERS)(
		'the picker $method',
		({ method, path, member, first, filter, found, shown }) => {
			it('shows the names of the records', async () => {
				const { results, paginationToken } = await search(method);
				expect([results[0], paginationToken]).toEqual([first, undefined]);
				expect(service.sandbox.requests.entries.map((entry) => [entry.path, entry.body])).toEqual([
					[path, limitOf(path)],
				]);
			});

			it('lets the service search for what was typed', async () => {
				const result = await search(method, { filter: ` ${filter} ` });
				expect(namesOf(result)).toEqual(found);
				expect(service.bodies(path)).toEqual([{ search: filter, ...limitOf(path) }]);
			});

			it('accepts what the service finds, even by fields that are not shown', async () => {
				answerOnce(
					path,
					member,
					shown.map(([record]) => record),
				);
				expect(namesOf(await search(method, { filter: 'something else' }))).toEqual(
					shown.map(([, name]) => name),
				);
			});
		},
	);

	it('the picker of an unmanaged device shows those that the workspace does not manage', async () => {
		await service.run('device.update', {
			deviceId: byId(hotel.devices.room202),
			updateFields: { isManaged: false },
		});
		expect((await search('searchUnmanagedDevices', { filter: 'room' })).results).toEqual([
			{ name: expect.stringMatching(/^Room 202 \(/), value: hotel.devices.room202 },
		]);
	});

	describe('the picker of an access grant', () => {
		it('shows the name and the key of each grant', async () => {
			expect((await search('searchAccessGrants')).results).toEqual([
				{ name: 'Stay in Room 101 (stay-101)', value: accessGrants.stay101 },
				{ name: 'Guest of Room 102: Elevator, Gym', value: accessGrants.stay102 },
				{ name: 'Stay in Room 104', value: accessGrants.stay104 },
			]);
		});

		it.each([
			{ what: 'the name', filter: ' room 104 ', found: [accessGrants.stay104] },
			{ what: 'the key', filter: 'STAY-101', found: [accessGrants.stay101] },
			{ what: 'the ID', filter: accessGrants.stay102.toUpperCase(), found: [accessGrants.stay102] },
			{ what: 'nothing', filter: 'nowhere', found: [] },
		])(
			'is searched here by $what, because the service does not search grants',
			async ({ filter, found }) => {
				const { results } = await search('searchAccessGrants', { filter });
				expect(results.map(({ value }) => value)).toEqual(found);
				expect(service.bodies(GRANTS)).toEqual([{ limit: 500 }]);
			},
		);

		it('skips pages without a match, which cannot be scrolled', async () => {
			answerOnce(
				GRANTS,
				'access_grants',
				[{ access_grant_id: 'g1', display_name: 'Shift 1' }],
				'page-2',
			);
			answerOnce(GRANTS, 'access_grants', [{ access_grant_id: 'g2', display_name: 'Shift 110' }]);
			const { results, paginationToken } = await search('searchAccessGrants', {
				filter: 'shift 110',
			});
			expect([
				results.map(({ name }) => name),
				paginationToken,
				service.sandbox.requests.count(GRANTS),
			]).toEqual([['Shift 110'], undefined, 2]);
		});

		it('shows the matches of the next pages too, because a search with few matches cannot be scrolled', async () => {
			for (let page = 1; page <= 3; page++)
				answerOnce(
					GRANTS,
					'access_grants',
					[{ access_grant_id: `g${page}`, display_name: `Ada ${page}` }],
					page < 3 ? `page-${page + 1}` : null,
				);
			expect(namesOf(await search('searchAccessGrants', { filter: 'ada' }))).toEqual([
				'Ada 1',
				'Ada 2',
				'Ada 3',
			]);
		});

		it('stops after five pages if few match, because a person waits, and does not say that these are all', async () => {
			for (let page = 1; page <= 6; page++)
				answerOnce(
					GRANTS,
					'access_grants',
					[{ access_grant_id: `g${page}`, display_name: page === 1 ? 'Ada' : 'Stay' }],
					`page-${page + 1}`,
				);
			expect(await search('searchAccessGrants', { filter: 'ada' })).toEqual({
				results: [
					{ name: 'Ada', value: 'g1' },
					{ name: expect.stringMatching(/^\[.*\]$/), value: '' },
				],
				paginationToken: 'page-6',
			});
		});

		it('stops after 25 pages without a match, and does not say that there is none', async () => {
			for (let page = 1; page <= 30; page++)
				answerOnce(
					GRANTS,
					'access_grants',
					[{ access_grant_id: `g${page}`, display_name: 'Stay' }],
					`page-${page + 1}`,
				);
			expect(await search('searchAccessGrants', { filter: 'nowhere' })).toEqual({
				results: [{ name: expect.stringMatching(/^\[.*\]$/), value: '' }],
				paginationToken: 'page-26',
			});
			expect(service.sandbox.requests.count(GRANTS)).toBe(25);
		});
	});

	it('two entries with the same name have the end of their IDs, in pickers and drop-downs', async () => {
		const doors = ['door-aaaaaa', 'door-bbbbbb'].map((acs_entrance_id) => ({
			acs_entrance_id,
			display_name: 'Lobby',
		}));
		const gym = { acs_entrance_id: 'gym', display_name: 'Gym' };
		const shown = ['Lobby (aaaaaa)', 'Lobby (bbbbbb)'];
		answerOnce('/acs/entrances/list', 'acs_entrances', [...doors, gym]);
		expect(namesOf(await search('searchEntrances'))).toEqual([...shown, 'Gym']);
		answerOnce('/acs/entrances/list', 'acs_entrances', [...doors, gym]);
		expect((await load('getEntrances')).map(({ name }) => name)).toEqual(['Gym', ...shown]);
	});

	it.each([
		['searchAccessGroups', '/acs/access_groups/list', 'acs_access_group'],
		['searchAccessSystems', SYSTEMS, 'acs_system'],
	])('%s shows more than 100, because the service lists them without pages', async (...picker) => {
		const [method, path, member] = picker;
		const records = Array.from({ length: 150 }, (_, index) => ({ [`${member}_id`]: `r${index}` }));
		service.sandbox.faults.next(path, {
			kind: 'status',
			status: 200,
			body: { ok: true, [`${member}s`]: records },
		});
		expect((await search(method)).results).toHaveLength(150);
	});

	it('the picker of an instant key searches all of them, because the service lists them without pages', async () => {
		const keys = Array.from({ length: 150 }, (_, index) => ({ instant_key_id: `key-${index}` }));
		service.sandbox.faults.next('/instant_keys/list', {
			kind: 'status',
			status: 200,
			body: { ok: true, instant_keys: keys },
		});
		expect((await search('searchInstantKeys', { filter: 'key-140' })).results).toHaveLength(1);
	});

	describe('the picker of an access method', () => {
		it('shows the methods of the chosen grant, without their PINs and links', async () => {
			const result = await searchMethods(byId(accessGrants.stay101));
			expect(result).toEqual({
				results: [
					{ name: 'PIN Code', value: accessMethods.code101 },
					{ name: 'Mobile Key', value: accessMethods.mobileKey101 },
				],
			});
			expect(service.sandbox.requests.entries.map(({ path, body }) => [path, body])).toEqual([
				[METHODS, { access_grant_id: accessGrants.stay101 }],
			]);
		});

		it('shows the methods of all grants with the grant they belong to when none was chosen', async () => {
			expect((await searchMethods()).results).toEqual([
				{ name: 'PIN Code - Stay in Room 101', value: accessMethods.code101 },
				{ name: 'Mobile Key - Stay in Room 101', value: accessMethods.mobileKey101 },
				...[accessMethods.cardToEncode, accessMethods.cardToAssign].map((value) => ({
					name: `Plastic Card - Guest of Room 102: Elevator, Gym (${value.slice(-6)})`,
					value,
				})),
				{ name: 'PIN Code - Stay in Room 104', value: accessMethods.code104 },
				{ name: 'Cloud Key - Stay in Room 104', value: accessMethods.cloudKey104 },
			]);
			expect(service.bodies(GRANTS)).toEqual([{ limit: 20 }]);
		});
	});

	describe('the picker of an encoder', () => {
		const FRONT_DESK = { name: 'Front Desk Encoder', value: hotel.encoder };
		const FORMER = { name: 'Former Encoder', value: hotel.removedEncoder };

		it('finds methods by the name of their grant', async () => {
			const { results } = await searchMethods(NOTHING_CHOSEN, { filter: 'room 104' });
			expect(results.map(({ value }) => value)).toEqual([
				accessMethods.code104,
				accessMethods.cloudKey104,
			]);
		});

		it.each([
			{ what: 'all', filter: undefined, results: [FORMER, FRONT_DESK] },
			{ what: 'those with the name', filter: ' DESK ', results: [FRONT_DESK] },
			{
				what: 'the one with the ID',
				filter: hotel.removedEncoder.toUpperCase(),
				results: [FORMER],
			},
			{ what: 'none', filter: 'nowhere', results: [] },
		])('shows $what of all access systems', async ({ filter, results }) => {
			expect(await search('searchEncoders', { filter })).toEqual({ results });
			expect(service.bodies(SYSTEMS)).toEqual([{}]);
			expect(service.bodies(ENCODERS)).toEqual([
				{ acs_system_ids: [hotel.accessSystem, expect.any(String)], limit: 500 },
			]);
		});
	});

	describe('the picker of a managed code', () => {
		it('shows the codes of the chosen device without their PINs', async () => {
			expect((await searchCodes(byId(hotel.devices.meetingRoom))).results).toEqual([
				{ name: 'Meeting Guests', value: managedCodes.meetingRoom },
				{ name: 'Meeting Cleaning', value: expect.any(String) },
			]);
			expect(service.bodies(CODES)).toEqual([{ device_id: hotel.devices.meetingRoom, limit: 100 }]);
		});

		it('shows the codes of all devices with the device they are on when none was chosen, and no unmanaged one', async () => {
			expect(namesOf(await searchCodes())).toEqual([
				'Front Desk - Front Door',
				'Guest 104 (managed) - Room 104',
				'Meeting Guests - Meeting Room',
				'Meeting Cleaning - Meeting Room',
			]);
			expect(service.sandbox.requests.count('/access_codes/unmanaged/list')).toBe(0);
		});
	});

	describe('the drop-downs of records', () => {
		it.each([
			{
				method: 'getDevices',
				path: '/devices/list',
				names: [
					...['Front Door', 'Garage', 'Meeting Room', 'Pool Gate', 'Room 101', 'Room 102'],
					...['Room 103', 'Room 104', 'Room 201', 'Room 202', 'Spa', 'Store Room'],
				].map((name): unknown => expect.stringMatching(new RegExp(`^${name} \\(`))),
				last: hotel.devices.storeRoom,
			},
			{
				method: 'getSpaces',
				path: '/spaces/list',
				names: ['Empty Wing', 'Parking', 'Room 101', 'Room 102', 'Suite'],
				last: spaces.suite,
			},
			{
				method: 'getEntrances',
				path: '/acs/entrances/list',
				names: ['Elevator', 'Gym', 'Lobby'],
				last: entrances.lobby,
			},
			{
				method: 'getAccessSystems',
				path: SYSTEMS,
				names: ['Gym Access System', 'Hotel Access System'],
				last: hotel.accessSystem,
			},
		])('show all records, sorted by name ($method)', async ({ method, path, names, last }) => {
			const options = await load(method);
			expect([options.map(({ name }) => name), options.at(-1)?.value]).toEqual([names, last]);
			expect(service.paths()).toEqual([path]);
		});

		it('show those of every page, the ID of one without a name, and say if the list is cut', async () => {
			const page = (number: number) =>
				Array.from({ length: 500 }, (_, index) => ({
					space_id: `s${number}-${index}`,
					display_name: '',
				}));
			for (let number = 1; number <= 21; number++)
				answerOnce('/spaces/list', 'spaces', page(number), `page-${number + 1}`);
			const options = await load('getSpaces');
			expect(options[0]).toEqual({ name: 's1-0', value: 's1-0' });
			expect(options).toContainEqual({ name: 's3-1', value: 's3-1' });
			expect([options.length, options.at(-1)]).toEqual([
				10_001,
				{ name: expect.stringContaining('10,000'), value: '' },
			]);
			expect(service.sandbox.requests.count('/spaces/list')).toBe(20);
		});
	});

	describe('the picker of every field', () => {
		async function makeWhatTheHotelLacks(): Promise<void> {
			await service.run('device.update', {
				deviceId: byId(hotel.devices.room202),
				updateFields: { isManaged: false },
			});
			await service.run('connectWebview.create');
			await service.run('userIdentity.generateInstantKey', {
				userIdentityId: byId(userIdentities.guest101),
			});
		}

		const all = resources.flatMap(({ value: resource, operations }) =>
			operations.flatMap(({ value: operation, fields: ofOperation }) =>
				Object.entries(ofOperation).flatMap(([name, { type, modes, showWhen }]) => {
					const method = modes?.find((mode) => mode.name === 'list')?.typeOptions?.searchListMethod;
					const shown = Object.fromEntries(
						Object.entries(showWhen ?? {}).map(([field, values]) => [field, values[0] ?? '']),
					);
					return type === 'resourceLocator' && method !== undefined
						? [{ resource, operation, name, method, shown }]
						: [];
				}),
			),
		);

		/** One of each kind: what a picker loads depends only on the other pickers of its operation. */
		const fields = [
			...new Map(
				all.map((field) => {
					const { resource, operation, method, name, shown } = field;
					const others = all
						.filter((one) => one.resource === resource && one.operation === operation)
						.map((one) => one.name);
					return [JSON.stringify([resource, method, name, shown, others]), field];
				}),
			).values(),
		];

		it('loads, whatever other fields the operation has', async () => {
			expect(fields.length).toBeGreaterThan(40);
			await makeWhatTheHotelLacks();
			const empty: string[] = [];
			for (const { resource, operation, name, method, shown } of fields) {
				const { results } = await search(method, {
					parameters: { resource, operation, ...shown, entranceId: byId(entrances.lobby) },
				});
				if (results.length === 0) empty.push(`${resource} ${operation} ${name}`);
			}
			expect(empty).toEqual([]);
		});

		it('is not narrowed by a field that the form does not show', async () => {
			const parameters = {
				resource: 'accessCode',
				operation: 'getAll',
				devices: 'accessMethod',
				accessGrantId: byId(accessGrants.stay101),
			};
			expect((await search('searchAccessMethods', { parameters })).results).toHaveLength(6);
		});

		it('is narrowed by an expression, and not by one that has no value yet', async () => {
			const chosen = (value: string) => ({
				resource: 'accessMethod',
				operation: 'get',
				accessGrantId: byId(value),
			});
			expect(
				(
					await search('searchAccessMethods', {
						parameters: chosen(`={{ ' ' + '${accessGrants.stay101}' }}`),
					})
				).results,
			).toHaveLength(2);
			expect(
				(
					await search('searchAccessMethods', {
						parameters: chosen("={{ $('Earlier Node').item.json.id }}"),
					})
				).results,
			).toHaveLength(6);
		});
	});

	it('a picker whose key is refused says so instead of showing an empty list', async () => {
		const options = {
			credentials: {
				deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-wrong' },
			},
			parameters: {
				resource: 'accessCode',
				operation: 'get',
				deviceId: NOTHING_CHOSEN,
				accessGrantId: NOTHING_CHOSEN,
			},
		};
		const ofEntrance = {
			...options,
			parameters: { resource: 'entrance', operation: 'unlock', entranceId: byId(entrances.lobby) },
		};
		const searches = Object.keys(new DeviceAccess().methods.listSearch).map(
			(method) => async () =>
				(await listSearch(
					'deviceAccess',
					method,
					method === 'searchCredentialsOfEntrance' ? ofEntrance : options,
				)) as unknown,
		);
		const drops = Object.keys(new DeviceAccess().methods.loadOptions)
			.filter((method) => !WITHOUT_REQUEST.includes(method))
			.map((method) => async () => (await loadOptions('deviceAccess', method, options)) as unknown);
		expect(searches.length + drops.length).toBeGreaterThan(15);
		for (const load of [...searches, ...drops]) {
			const error: unknown = await load().then(
				() => undefined,
				(reason: unknown) => reason,
			);
			expect(error).toMatchObject({ name: 'NodeApiError', message: expect.any(String) });
			expect(inspect(error, { depth: null, showHidden: true })).not.toContain('sandbox-key-wrong');
		}
	});
});

it('a picker gives no advice about options, because they do not concern it', async () => {
	service.sandbox.faults.next('/devices/list', { kind: 'tooManyRequests', retryAfter: 600 });
	await expect(
		listSearch('deviceAccess', 'searchDevices', { credentials: service.credentials }),
	).rejects.toMatchObject({ description: expect.not.stringContaining('under Options') });
});

it('lists of events and of output fields load without a request', async () => {
	const load = async (method: string, parameters: INodeParameters) =>
		await loadOptions('deviceAccess', method, { credentials: service.credentials, parameters });
	const values = async (...list: Parameters<typeof load>) =>
		(await load(...list)).map(({ value }) => value);
	const ofDevice = await values('getOutputFields', { resource: 'device', operation: 'getAll' });
	expect(ofDevice).toEqual(expect.arrayContaining(['battery_level', 'space_ids']));
	expect(await values('getOutputFields', { resource: 'device', operation: 'lock' })).toEqual([]);
	const events = await values('getEventTypes', { resource: 'event', operation: 'get' });
	expect(events).toEqual(expect.arrayContaining(EVENT_TYPES.map(({ value }) => value)));
	expect(service.paths()).toEqual([]);
});

it('the picker of a cloud key offers only those of the chosen entrance', async () => {
	const { entrances, cloudKeyCredential } = hotel;
	const search = async (entranceId: string, filter?: string) =>
		await listSearch('deviceAccess', 'searchCredentialsOfEntrance', {
			credentials: service.credentials,
			filter,
			parameters: { resource: 'entrance', operation: 'unlock', entranceId: byId(entranceId) },
		});
	expect(await search(entrances.lobby)).toEqual({
		results: [{ name: 'Cloud Key', value: cloudKeyCredential }],
	});
	expect([await search(entrances.lobby, 'card'), await search(entrances.elevator)]).toEqual([
		{ results: [] },
		{ results: [] },
	]);
	service.sandbox.requests.clear();
	expect([await search(''), service.paths()]).toEqual([{ results: [] }, []]);
});

it('the picker of an unmanaged access method shows the methods with their grant, without PINs', async () => {
	const { code, mobileKey } = hotel.unmanaged;
	expect(
		(
			await listSearch('deviceAccess', 'searchUnmanagedAccessMethods', {
				credentials: service.credentials,
			})
		).results,
	).toEqual([
		{ name: 'PIN Code - Former Manager', value: code },
		{ name: 'Mobile Key - Former Manager', value: mobileKey },
	]);
});
