import { portfolio } from '../../sandbox/fixtures/portfolio';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const DELETE = '/access_codes/unmanaged/delete';
const CONVERT = '/access_codes/unmanaged/convert_to_managed';

useFreshSandbox({ fixture: 'portfolio', devices: 2, codesPerDevice: 30 });

const send = (path: string, deviceIndex: number, codeIndex: number) =>
	callSandbox(sandbox, path, { access_code_id: portfolio.unmanagedCodeId(deviceIndex, codeIndex) });

async function statuses(path: string, count: number): Promise<number[]> {
	const found: number[] = [];
	for (let codeIndex = 0; codeIndex < count; codeIndex++)
		found.push((await send(path, 0, codeIndex)).status);
	return found;
}

it('accepts twenty deletions per device and minute, as documented, and refuses further ones', async () => {
	expect(await statuses(DELETE, 21)).toEqual([...Array<number>(20).fill(200), 429]);
	const { headers, body } = await send(DELETE, 0, 21);
	expect(headers['retry-after']).toBe('60');
	expect(body).toMatchObject({ error: { type: 'too_many_requests' }, ok: false });
	expect((await send(DELETE, 1, 0)).status).toBe(200);
	await clock.advanceBy(60_000);
	expect((await send(DELETE, 0, 22)).status).toBe(200);
});

it('limits no conversions by itself', async () => {
	expect(new Set(await statuses(CONVERT, 30))).toEqual(new Set([200]));
});

it.each([
	['seconds', '10'],
	['none', undefined],
] as const)(
	'limits any path that is set, saying when to come back as %s',
	async (retryAfter, expected) => {
		sandbox.settings.rateLimits = {
			retryAfter,
			byPath: { [CONVERT]: { maxRequests: 1, windowMs: 10_000 } },
		};
		await send(CONVERT, 0, 0);
		const { status, headers } = await send(CONVERT, 0, 1);
		expect([status, headers['retry-after']]).toEqual([429, expected]);
	},
);
