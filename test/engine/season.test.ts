import { ALL_TROUBLES } from '../support/season/agenda';
import type { ChangeName } from '../support/season/bookings';
import {
	figuresOf,
	NO_FAULTS,
	productFaults,
	productFaultsByChange,
} from '../support/season/figures';
import { playSeason } from '../support/season/season';
import { tellStory } from '../support/season/story';

/** The changes of bookings in this week. The nightly season has all, and services that answer in other ways. */
const CHANGES: ChangeName[] = [
	'nothing',
	'correctName',
	'changeContact',
	'addGuest',
	'lastGuestLeaves',
	'stayLonger',
	'arriveLater',
	'moveBefore',
	'moveDuring',
	'addRoom',
	'extend',
	'leaveEarly',
];
/** More than in a season, so that a week meets each of them. */
const TROUBLES = {
	...ALL_TROUBLES,
	killed: 0.06,
	faults: 0.15,
	laggingDays: 0.3,
	locksOffline: 0.1,
};

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

it('for a week in a house with six rooms, nobody is at a wrong door or outside their own unless the service made it impossible, though messages come twice, late or never, requests fail, n8n is killed, and locks go offline', async () => {
	const season = await playSeason({
		seed: 11,
		rooms: 6,
		days: 7,
		stays: 20,
		changes: CHANGES,
		troubles: TROUBLES,
		settings: { grantUpdatePlaces: 'replaced' },
	});
	const figures = figuresOf(season);
	for (const { what, bookingIds } of productFaultsByChange(season))
		process.stdout.write(
			`${[what, ...bookingIds.map((id) => tellStory(season, id))].join('\n')}\n`,
		);
	expect(figures.guestHours).toBeGreaterThan(1_000);
	expect(season.executions.map(({ trouble }) => trouble)).toEqual(
		expect.arrayContaining(['n8n was killed', 'the service failed']),
	);
	expect(productFaults(figures)).toEqual(NO_FAULTS);
});
