import {
	SeamHttpEndpoints,
	SeamHttpEndpointsWithoutWorkspace,
	type SeamActionAttemptFailedError,
	type SeamHttpApiError,
	type SeamHttpInvalidInputError,
} from '@seamapi/http';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { routes } from '../../sandbox/http/routes';
import { exampleRequest } from '../sandbox/exampleRequests';

// An independent client: the vendor's own SDK, which refuses an answer without the member that it reads.

type Request = PromiseLike<unknown> & { responseKey?: string };
type Methods = Record<string, (parameters?: object, options?: object) => Request>;

const RESET = '/workspaces/reset_sandbox';
const WAIT = { timeout: 5_000, pollingInterval: 5 };
const { frontDoor, garage, room101 } = hotel.devices;

let sandbox: Sandbox;
let methods: Methods;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 10 } });
	methods = connect(`seam_test_${sandbox.apiKey}`);
});
afterAll(() => sandbox.stop());
afterEach(() => sandbox.faults.clear());

const connect = (apiKey: string): Methods =>
	SeamHttpEndpoints.fromApiKey(apiKey, {
		endpoint: sandbox.url,
		waitForActionAttempt: WAIT,
		axiosRetryOptions: { retries: 0 },
	}) as unknown as Methods;

const withToken = (): Methods =>
	SeamHttpEndpointsWithoutWorkspace.fromPersonalAccessToken(sandbox.personalAccessToken, {
		endpoint: sandbox.url,
		axiosRetryOptions: { retries: 0 },
	}) as unknown as Methods;

const sdkPaths = new Set(Object.getOwnPropertyNames(SeamHttpEndpoints.prototype));
const send = async (path: string, parameters?: object, options?: object) =>
	await methods[path]?.(parameters, options);
const failure = async <E extends Error>(path: string, parameters: object, options?: object) =>
	await send(path, parameters, options).then(
		() => undefined,
		(error: unknown) => error as E,
	);

it('has a method for every endpoint of the sandbox', () => {
	expect(routes.map(({ path }) => path as string).filter((path) => !sdkPaths.has(path))).toEqual(
		[],
	);
});

// The reset comes last, because it undoes the other calls.
it.each([...routes.map(({ path }) => path).filter((path) => path !== RESET), RESET])(
	'%s',
	async (path) => {
		const client = path === '/workspaces/create' ? withToken() : methods;
		const request = client[path]?.(await exampleRequest(sandbox, path));
		expect(typeof (await request)).toBe(
			request?.responseKey === undefined ? 'undefined' : 'object',
		);
	},
);

it('walks the pages of a list', async () => {
	const seam = methods as unknown as SeamHttpEndpoints;
	const devices = await seam.createPaginator(seam['/devices/list']({ limit: 5 })).flattenToArray();
	expect(new Set(devices.map(({ device_id: id }) => id)).size).toBe(12);
});

it('reads a refusal: type, status, request ID, and what is wrong with which parameter', async () => {
	expect(
		await failure<SeamHttpApiError>('/devices/get', { device_id: hotel.otherWorkspace.device }),
	).toMatchObject({
		name: 'SeamHttpApiError',
		code: 'device_not_found',
		statusCode: 404,
		requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
	});
	const invalid = await failure<SeamHttpInvalidInputError>('/access_codes/create', {
		device_id: 'no-uuid',
	});
	expect([invalid?.code, invalid?.getValidationErrorMessages('device_id')]).toEqual([
		'invalid_input',
		['Invalid uuid'],
	]);
});

it('reads that the key is not accepted', async () => {
	const stranger = connect('seam_test_nobody');
	await expect(stranger['/devices/list']?.()).rejects.toMatchObject({
		name: 'SeamHttpUnauthorizedError',
		statusCode: 401,
	});
});

describe('a personal access token', () => {
	const options = () => ({ endpoint: sandbox.url, axiosRetryOptions: { retries: 0 } });
	const openWorkspace = (workspaceId: string) =>
		SeamHttpEndpoints.fromPersonalAccessToken(sandbox.personalAccessToken, workspaceId, options());

	it('lists its workspaces, and opens each', async () => {
		const listed = await SeamHttpEndpointsWithoutWorkspace.fromPersonalAccessToken(
			sandbox.personalAccessToken,
			options(),
		)['/workspaces/list']();
		// Workspaces that another test created come last.
		const workspaces = listed.slice(0, 2);
		expect(workspaces.map(({ workspace_id: id }) => id)).toEqual([
			workspaceIds.main,
			workspaceIds.other,
		]);
		const devices = await Promise.all(
			workspaces.map(async ({ workspace_id: id }) => await openWorkspace(id)['/devices/list']()),
		);
		expect(devices.map(({ length }) => length)).toEqual([12, 1]);
	});

	it('learns that a workspace does not belong to it', async () => {
		await expect(
			openWorkspace('10000000-0000-4000-8000-0000000000ff')['/devices/list'](),
		).rejects.toMatchObject({ name: 'SeamHttpApiError', code: 'workspace_not_found' });
	});
});

it('waits for an attempt: until it has succeeded, failed, or taken too long', async () => {
	expect(await send('/locks/unlock_door', { device_id: frontDoor })).toMatchObject({
		status: 'success',
		result: { was_confirmed_by_device: true },
	});
	expect(
		await failure<SeamActionAttemptFailedError<never>>('/locks/unlock_door', { device_id: garage }),
	).toMatchObject({
		name: 'SeamActionAttemptFailedError',
		code: 'device_disconnected',
	});
	sandbox.faults.next('/locks/unlock_door', { kind: 'attemptStaysPending' });
	const waitForActionAttempt = { timeout: 20, pollingInterval: 5 };
	expect(
		await failure('/locks/unlock_door', { device_id: room101 }, { waitForActionAttempt }),
	).toMatchObject({ name: 'SeamActionAttemptTimeoutError' });
});
