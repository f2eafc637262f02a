import {
	SeamHttpEndpoints,
	SeamHttpEndpointsWithoutWorkspace,
	type SeamActionAttemptFailedError,
} from '@seamapi/http';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
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
