import { resolve } from 'node:path';
import { keepPage } from '../support/keepPage';
import { collectSample } from './messages/collectSample';
import type { Collection } from './messages/collectTexts';
import { NOT_EXPLAINED, SECTIONS } from './messages/explanations';
import { collectPackageTexts } from './messages/packageTexts';
import { SAMPLE, UNTOLD } from './messages/sample';
import { troubleshootingPage } from './messages/troubleshootingPage';

const PAGE = resolve(__dirname, '../../docs/troubleshooting.md');

const rows = SECTIONS.flatMap((section) => section.rows);
const messages = rows.flatMap(({ says }) => says);
const explained = new Set([...messages, ...rows.flatMap(({ details = [] }) => details), ...Object.keys(NOT_EXPLAINED)]);

let collection: Collection;
let known: Set<string>;
beforeAll(() => {
	collection = collectPackageTexts();
	known = new Set(collection.texts.map(({ text }) => text));
}, 180_000);

it('every error in the sources has words that are written down there', () => {
	expect(collection.unresolved).toEqual([]);
});

it('every text that a person can see is explained, or said to need no explanation', () => {
	expect(collection.texts.filter(({ text }) => !explained.has(text)).map(({ text, places }) => `${text} (${places.join(', ')})`)).toEqual([]);
});

it('nothing is explained that the sources do not say any more', () => {
	expect([...explained].filter((text) => !known.has(text))).toEqual([]);
});

it('every message has one row', () => {
	expect(messages.filter((text, index) => messages.indexOf(text) !== index)).toEqual([]);
});

it('docs/troubleshooting.md explains every message (written anew outside CI: look at it, check it in and run again)', async () => {
	const page = troubleshootingPage(SECTIONS, collection.texts);
	expect(await keepPage(PAGE, page, { isCi: Boolean(process.env.CI) })).toBe(page);
});

describe('the collector, given a small sample', () => {
	it('finds every text and its advice, with … for what varies, and leaves out those of the editor', () => {
		const { texts, unresolved } = collectSample(SAMPLE);
		expect(unresolved).toEqual([]);
		expect(texts.map(({ text, advice }) => [text, ...advice])).toEqual([
			["'…' is empty", 'Enter it.'],
			['Call: …'],
			['Gone'],
			['It is not over', 'Look again. Then do the rest by hand.'],
			['It is not there', 'Look for it.'],
			['It took more than … hours', 'Wait longer.'],
			['Long', 'Choose another.'],
			['Nothing answers there'],
			['Said by …'],
			['The line was cut'],
			['The … could not be removed'],
			['Wrong …', 'Choose another.'],
			['inner words'],
			['… or one'],
			['… or several'],
		]);
	});

	it.each(UNTOLD)('complains of %s', (_what, statement, complaint) => {
		const { unresolved } = collectSample(`${SAMPLE}\nexport function fail(text: string): void {\n${statement}\n}`);
		expect(unresolved).toEqual([expect.stringContaining(complaint)]);
	});
});
