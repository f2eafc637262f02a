import { signInAsOwner } from '../signIn';

it('n8n offers the three nodes of the packed package, the action node also as a tool, and the credential with its icons', async () => {
	const { client } = await signInAsOwner();
	const types = (await client.listNodeTypes()).filter(({ name }) =>
		name.startsWith('n8n-nodes-device-access.'),
	);
	expect(types.map(({ displayName }) => displayName).sort()).toEqual([
		'Device Access',
		'Device Access Polling Trigger',
		'Device Access Tool',
		'Device Access Trigger',
	]);
	const [credential] = (await client.listCredentialTypes()).filter(
		({ name }) => name === 'deviceAccessApi',
	);
	const { light, dark } = credential?.iconUrl as { light: string; dark: string };
	const icons = await Promise.all([client.download(light), client.download(dark)]);
	for (const { contentType } of icons) expect(contentType).toContain('image/svg+xml');
	expect(icons[0]?.body.equals(icons[1]?.body ?? Buffer.alloc(0))).toBe(false);
});
