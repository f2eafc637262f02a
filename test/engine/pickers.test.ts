import { inspect } from 'node:util';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { resources } from '../../nodes/DeviceAccess/resources';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { listSearch, loadOptions, type ListOptions } from '../support/engine/listSearch';

const service = useHotelSandbox();

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

		it('shows all codes of a lock that has many, whether it is chosen or not', async () => {
			await service.restart({ fixture: 'portfolio', devices: 2, codesPerDevice: 150 });
			const deviceId = byId(portfolio.deviceId(1));
			const pages = await scroll(
				async (paginationToken) => await searchCodes({ paginationToken, parameters: { deviceId } }),
			);
			expect(pages.map(({ length }) => length)).toEqual([100, 50]);
			expect((await searchCodes()).results).toHaveLength(300);
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
	const SYSTEMS = '/acs/systems/list';
	const GROUPS = '/acs/access_groups/list';
	const ENCODERS = '/acs/encoders/list';
	const NOTHING_CHOSEN = { __rl: true, mode: 'list', value: '' };
	const { accessGrants, accessMethods, entrances, userIdentities } = hotel;

	const search = async (method: string, options: ListOptions = {}) =>
		await listSearch('deviceAccess', method, { credentials: service.credentials, ...options });
	const searchMethods = async (options: ListOptions = {}) =>
		await search('searchAccessMethods', {
			parameters: { resource: 'accessMethod', operation: 'get', accessGrantId: NOTHING_CHOSEN },
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

	it.each<[method: string, path: string, name: string, value: unknown]>([
		['searchDevices', '/devices/list', 'Front Door (august lock)', hotel.devices.frontDoor],
		[
			'searchUserIdentities',
			'/user_identities/list',
			'Night Desk (night-desk@example.com)',
			userIdentities.nightDesk,
		],
		['searchSpaces', '/spaces/list', 'Room 101', hotel.spaces.room101],
		[
			'searchConnectedAccounts',
			'/connected_accounts/list',
			'August account (August)',
			expect.any(String),
		],
		['searchAccessSystems', SYSTEMS, 'Hotel Access System', hotel.accessSystem],
		['searchAccessGroups', GROUPS, 'Staff', hotel.accessGroups.staff],
		['searchAccessSystemUsers', '/acs/users/list', 'Night Desk', hotel.accessSystemUsers.nightDesk],
		[
			'searchAccessCredentials',
			'/acs/credentials/list',
			'Card (800001)',
			hotel.credentials.cleaningCard,
		],
	])('%s shows the names of the records', async (method, path, name, value) => {
		const { results, paginationToken } = await search(method);
		expect([results[0], paginationToken]).toEqual([{ name, value }, undefined]);
		// Two lists accept no limit.
		const body = [SYSTEMS, GROUPS].includes(path) ? {} : { limit: 100 };
		expect(service.sandbox.requests.entries.map((entry) => [entry.path, entry.body])).toEqual([
			[path, body],
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

		it('is searched here by name, key and ID, because the service does not search grants', async () => {
			const { stay101, stay102, stay104 } = accessGrants;
			for (const [filter, found] of [
				[' room 104 ', [stay104]],
				['STAY-101', [stay101]],
				[stay102.toUpperCase(), [stay102]],
				['nowhere', []],
			] as const) {
				const { results } = await search('searchAccessGrants', { filter });
				expect(results.map(({ value }) => value)).toEqual(found);
			}
		});

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

	it('the picker of an access group shows more than 100, because the service lists them without pages', async () => {
		const acs_access_groups = Array.from({ length: 150 }, (_, index) => ({
			acs_access_group_id: `g${index}`,
		}));
		service.sandbox.faults.next(GROUPS, {
			kind: 'status',
			status: 200,
			body: { ok: true, acs_access_groups },
		});
		expect((await search('searchAccessGroups')).results).toHaveLength(150);
	});

	it('the picker of an access method shows the methods of all grants with their grant, without PINs and links', async () => {
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
		const { results } = await searchMethods({ filter: 'room 104' });
		expect(results).toHaveLength(2);
	});

	it('the picker of an encoder shows those with the name, of all access systems', async () => {
		expect(await search('searchEncoders', { filter: ' DESK ' })).toEqual({
			results: [{ name: 'Front Desk Encoder', value: hotel.encoder }],
		});
		expect(service.bodies(ENCODERS)).toEqual([
			{ acs_system_ids: [hotel.accessSystem, expect.any(String)], limit: 500 },
		]);
	});

	it('the picker of a managed code shows the codes of all devices, and no unmanaged one', async () => {
		const parameters = { resource: 'accessCode', operation: 'get', deviceId: NOTHING_CHOSEN };
		expect(namesOf(await search('searchAccessCodes', { parameters }))).toEqual([
			'Front Desk - Front Door',
			'Guest 104 (managed) - Room 104',
			'Meeting Guests - Meeting Room',
			'Meeting Cleaning - Meeting Room',
		]);
		expect(service.sandbox.requests.count('/access_codes/unmanaged/list')).toBe(0);
	});

	it('drop-downs show the records of every page, the ID of one without a name, and say if the list is cut', async () => {
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

	it('a list whose key is refused says so instead of being empty', async () => {
		const credentials = {
			deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-wrong' },
		};
		for (const loading of [
			search('searchDevices', { credentials }),
			search('searchEncoders', { credentials }),
			loadOptions('deviceAccess', 'getSpaces', { credentials }),
		]) {
			const error: unknown = await loading.then(
				() => undefined,
				(reason: unknown) => reason,
			);
			expect(error).toMatchObject({ name: 'NodeApiError', message: expect.any(String) });
			expect(inspect(error, { depth: null, showHidden: true })).not.toContain('sandbox-key-wrong');
		}
	});
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
