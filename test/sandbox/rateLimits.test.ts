import { portfolio } from '../../sandbox/fixtures/portfolio';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const DELETE = '/access_codes/unmanaged/delete';

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
