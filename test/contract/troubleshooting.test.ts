import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

const sources = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => readFileSync(join(ROOT, folder, file), 'utf8').replaceAll('\\', '')),
	)
	.join('\n');
const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
/** A setting of n8n itself. */
const OF_N8N = 'On Error: Continue';
const messages = [...page.matchAll(/\*\*(.+?)\*\*/g)]
	.map(([, text = '']) => text)
	.filter((text) => text !== OF_N8N);

// The page writes … for a part that differs from case to case.
it('every message and every name in docs/troubleshooting.md occurs in the sources', () => {
	expect(messages.length).toBeGreaterThan(40);
	expect(
		messages.filter((message) => message.split('…').some((part) => !sources.includes(part))),
	).toEqual([]);
});
