import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SignedIn, signInAsOwner } from '../signIn';

const packageJson = JSON.parse(
	readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8'),
) as { name: string; version: string };

const NODES = [
	{ name: 'n8n-nodes-device-access.deviceAccess', displayName: 'Device Access' },
	{
		name: 'n8n-nodes-device-access.deviceAccessPollingTrigger',
		displayName: 'Device Access Polling Trigger',
	},
	{ name: 'n8n-nodes-device-access.deviceAccessTrigger', displayName: 'Device Access Trigger' },
];

let n8n: SignedIn;

beforeAll(async () => {
	n8n = await signInAsOwner();
});

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

it('offers the three nodes of the packed package in the node panel, the action node also as a tool', async () => {
	const types = (await n8n.client.listNodeTypes()).filter(({ name }) =>
		name.startsWith(`${packageJson.name}.`),
	);

	const tool = {
		name: 'n8n-nodes-device-access.deviceAccessTool',
		displayName: 'Device Access Tool',
	};
	expect(types.map(({ name, displayName }) => ({ name, displayName })).sort(byName)).toEqual(
		[...NODES, tool].sort(byName),
	);
});

it('lists the package under Settings > Community nodes', async () => {
	const [installed, ...others] = await n8n.client.listCommunityPackages();

	expect(others).toEqual([]);
	expect(installed).toMatchObject({
		packageName: packageJson.name,
		installedVersion: packageJson.version,
	});
	expect(installed?.failedLoading).toBe(false);
	expect(
		installed?.installedNodes
			.map(({ type, name }) => ({ name: type, displayName: name }))
			.sort(byName),
	).toEqual(NODES);
});

it('offers the credential type, with its icons', async () => {
	const types = (await n8n.client.listCredentialTypes()).filter(({ name }) =>
		name.startsWith('deviceAccess'),
	);

	expect(types.map(({ name, displayName }) => ({ name, displayName }))).toEqual([
		{ name: 'deviceAccessApi', displayName: 'Device Access API' },
	]);
	await expectThemedIcons(types[0]?.iconUrl);
});

async function expectThemedIcons(iconUrl: unknown): Promise<void> {
	expect(iconUrl).toEqual({
		light: expect.stringMatching(/\.svg$/),
		dark: expect.stringMatching(/\.svg$/),
	});
	const { light, dark } = iconUrl as { light: string; dark: string };
	const icons = await Promise.all([n8n.client.download(light), n8n.client.download(dark)]);

	expect(icons.map(({ contentType }) => contentType)).toEqual([
		expect.stringContaining('image/svg+xml'),
		expect.stringContaining('image/svg+xml'),
	]);
	expect(icons[0]?.body.equals(icons[1]?.body ?? Buffer.alloc(0))).toBe(false);
}
