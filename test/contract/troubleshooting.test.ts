import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(ROOT, folder, file), 'utf8').replaceAll('\\', '')),
).join('\n');
const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
const messages = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text);

// A part that differs from case to case stands as … in the page.
it('every message of docs/troubleshooting.md occurs in the sources', () => {
	expect(messages.length).toBeGreaterThan(40);
	expect(messages.filter((message) => message.split('…').some((part) => !sources.includes(part)))).toEqual([]);
});
