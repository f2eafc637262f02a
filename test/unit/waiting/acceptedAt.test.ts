import {
	canBeOf,
	firstSecondOf,
	isSurelyOf,
	toAcceptedAt,
} from '../../../nodes/DeviceAccess/waiting/progress';

const ANSWERED_AT_MS = Date.parse('2030-01-31T10:00:01.000Z');
const at = (time: string) => Date.parse(`2030-01-31T${time}Z`);

describe('toAcceptedAt', () => {
	it('is as long before the time of the answer as the answer took', () => {
		expect(toAcceptedAt({ serverTimeMs: ANSWERED_AT_MS, tookMs: 400 }, 0)).toEqual({
			acceptedAtMs: at('10:00:00.600'),
			answeredAtMs: ANSWERED_AT_MS,
		});
	});

	it("uses n8n's clock, also in whole seconds, if the answer gives no time", () => {
		expect(toAcceptedAt({ tookMs: 400 }, at('10:00:01.300'))).toEqual({
			acceptedAtMs: at('10:00:00.000'),
			answeredAtMs: ANSWERED_AT_MS,
		});
	});
});

describe('an event', () => {
	const accepted = { acceptedAtMs: at('10:00:00.600'), answeredAtMs: ANSWERED_AT_MS };

	it.each([
		{ time: '10:00:00.599', can: false, does: false },
		{ time: '10:00:00.600', can: true, does: false },
		{ time: '10:00:01.999', can: true, does: false },
		{ time: '10:00:02.000', can: true, does: true },
	])('of $time can belong to the action: $can, surely does: $does', ({ time, can, does }) => {
		expect([canBeOf(accepted, at(time)), isSurelyOf(accepted, at(time))]).toEqual([can, does]);
	});

	it('of a service that gives no milliseconds stands for its whole second', () => {
		expect([canBeOf(accepted, at('10:00:00.000')), firstSecondOf(accepted)]).toEqual([
			true,
			at('10:00:00.000'),
		]);
	});

	it('without a time belongs to no action', () => {
		expect([canBeOf(accepted, NaN), isSurelyOf(accepted, NaN)]).toEqual([false, false]);
	});
});
