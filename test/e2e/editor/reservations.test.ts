import { picture } from './pages/picture';
import { personIn, startEditor, type TestEditor } from './pages/startEditor';
import { NEXT_YEAR } from '../../support/clock/nextYear';

let test: TestEditor;

beforeAll(async () => {
	test = await startEditor(__filename);
});

afterAll(async () => {
	await test?.stop();
});

const person = personIn(() => test);

const NEWCOMERS_FIELDS = [
	'Reservation Key',
	'Status',
	'Guest Name',
	'Email or Phone',
	'Rooms',
	'Arrival',
	'Departure',
];

person(
	'enters a reservation into seven fields, gives it access, and reads beforehand what another departure would change',
	async () => {
		const { editor, sandbox } = test;
		const { nodeView: view } = editor;
		await editor.newWorkflow();
		await editor.nodePanel.addManualTrigger();
		await editor.nodePanel.addAction('Create or update reservation');
		expect((await view.labels()).slice(-1 - NEWCOMERS_FIELDS.length)).toEqual([
			...NEWCOMERS_FIELDS,
			'Options',
		]);

		await view.fill('reservationKey', '4711');
		await view.fill('guestName', 'Guest of Room 101');
		await view.fill('guestContact', 'guest@example.com');
		await view.fillLocator('rooms', 'room-101');
		expect(await view.pickDay('arrival', 15)).toMatch(/-15 00:00:00$/);
		await view.fillDate('arrival', `${NEXT_YEAR}-01-31 00:00:00`);
		await view.fillDate('departure', `${NEXT_YEAR}-02-02 00:00:00`);
		await view.execute();
		// The hours are in the time zone of the room, not in that of the browser or the workflow.
		expect(await view.table()).toMatchObject([
			{
				reservation_key: '4711',
				outcome: 'created',
				starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
				ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
			},
		]);
		await picture(editor.page, 'reservation', view.output.getByText('created').first());

		await view.chooseMode('rooms', 'From list');
		await view.openPickerAgain('rooms');
		await view.pick('Room 101');
		await view.fillDate('departure', `${NEXT_YEAR}-02-04 00:00:00`);
		await view.add('Add Option', 'Dry Run');
		sandbox.requests.clear();
		await view.execute();
		await view.output.getByText('nothing was changed').waitFor();
		const [row] = await view.table();
		expect(row).toMatchObject({
			outcome: 'updated',
			dry_run: 'true',
			ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
		});
		expect(row?.changes).toMatch(
			new RegExp(
				`what:\\s*ends_at\\s*before:\\s*${NEXT_YEAR}-02-02T11:00:00.000Z\\s*after:\\s*${NEXT_YEAR}-02-04T11:00:00.000Z`,
			),
		);
		expect(sandbox.requests.count('/access_grants/update')).toBe(0);
		await picture(editor.page, 'reservation-dry-run', view.output.getByText('ends_at').first());
	},
);
