import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSurroundings } from '../../bench/surroundings';
import {
	figuresOf,
	NO_FAULTS,
	productFaults,
	productFaultsByChange,
	toSeasonPage,
	type Figures,
} from '../support/season/figures';
import { playSeason } from '../support/season/season';
import { tellStory } from '../support/season/story';

const PAGE = join(__dirname, '../../bench/SEASON.md');
const FULL = { rooms: 60, days: 90, stays: 2_200 };
const SMALL = { rooms: 20, days: 14, stays: 150 };
const isFull = process.env.SEASON_SIZE !== 'small';
const sizeOf = (name: keyof typeof FULL) =>
	Number(process.env[`SEASON_${name.toUpperCase()}`] ?? (isFull ? FULL : SMALL)[name]);
const SIZES = { rooms: sizeOf('rooms'), days: sizeOf('days'), stays: sizeOf('stays') };
const SEEDS = (process.env.SEASON_SEEDS ?? (isFull ? '1,2,3' : '1')).split(',').map(Number);
/** Locks of makers that differ in what PINs they take. */
const MAKERS = ['ttlock', 'kwikset', 'ttlock', 'nuki'] as const;
/** As the service's, so that a house of 60 rooms has several pages. */
const PAGE_SIZE = 100;
const STORIES_OF_EACH = 2;
const TIME_LIMIT_MS = 3 * 3_600_000;

const played: Figures[] = [];

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

it.each(SEEDS)(
	'in a season with seed %i, nobody is at a wrong door or outside their own unless the service made it impossible, and every PIN that changes is said',
	async (seed) => {
		const season = await playSeason({ seed, ...SIZES, makers: MAKERS, pageSize: PAGE_SIZE });
		const figures = figuresOf(season);
		played.push(figures);
		const faults = productFaultsByChange(season);
		process.stdout.write(
			[
				`Seed ${seed}, service: ${JSON.stringify(season.settings)}`,
				toSeasonPage([figures], ''),
				...faults.flatMap(({ what, minutes, bookingIds }) => [
					`${what}: ${bookingIds.length} bookings, ${minutes} minutes`,
					...bookingIds.slice(0, STORIES_OF_EACH).map((id) => tellStory(season, id)),
				]),
				'',
			].join('\n'),
		);
		expect(productFaults(figures)).toEqual(NO_FAULTS);
	},
	TIME_LIMIT_MS,
);

afterAll(async () => {
	const isWhole = Object.entries(FULL).every(
		([name, size]) => SIZES[name as keyof typeof FULL] === size,
	);
	if (!isWhole || played.length < 3) return;
	const { date, machine, versions } = describeSurroundings();
	await writeFile(PAGE, toSeasonPage(played, `${date}; ${machine}; ${versions}.`));
});
