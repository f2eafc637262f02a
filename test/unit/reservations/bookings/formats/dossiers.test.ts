import { DOSSIERS } from '../../../../../pms/dossiers';
import { pmsBooking, type PmsDossier } from '../../../../../pms/pmsBooking';
import { readOne, WHOLE_BOOKING } from './readOne';

const ALL = Object.entries(DOSSIERS);
const shapesOf = ({ form, inCall }: PmsDossier) =>
	inCall ? [form.listed, form.webhookBody] : [form.listed];

it.each(
	ALL.flatMap(([from, dossier]) =>
		Object.entries(dossier.words).flatMap(([meaning, words]) =>
			words.map((word) => ({ from, word, meaning, shapes: shapesOf(dossier) })),
		),
	),
)('a booking of $from whose word is $word is $meaning', ({ from, word, meaning, shapes }) => {
	for (const written of shapes) {
		const booking = readOne(from, written(pmsBooking({ word })));
		const status = meaning === 'asked' ? 'not_a_stay' : meaning;
		expect(booking).toMatchObject({ pms_status: word, status });
		expect(booking.unknown_status === true).toBe(meaning === 'asked');
	}
});

it.each(ALL)('a whole booking of %s is read', (from, { form, whole, inCall }) => {
	const said = { ...WHOLE_BOOKING, key_prefix: `${from}:`, ...whole };
	const expected = { ...said, stay_key: `${from}:${said.reservation_key}` };
	expect(readOne(from, form.listed(pmsBooking()))).toEqual(expected);
	if (inCall)
		expect(readOne(from, form.webhookBody(pmsBooking()))).toEqual({ ...expected, ...inCall });
});

it.each(
	ALL.flatMap(([from, { noStay = {} }]) =>
		Object.entries(noStay).map(([what, body]) => ({ from, what, body })),
	),
)('no booking is read from $what of $from', ({ from, body }) => {
	const booking = readOne(from, body);
	expect(booking).toMatchObject({ status: 'not_a_stay', reservation_key: null });
	expect(booking.reason).toMatch(/\S/);
});
