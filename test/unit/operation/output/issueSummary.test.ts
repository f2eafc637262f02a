import {
	codeOfIssue,
	summarizeIssues,
} from '../../../../nodes/DeviceAccess/operation/output/shapeRecord';

const CREATED_AT = '2030-01-31T15:00:00.000Z';

describe('the summary of a record', () => {
	it.each([
		{},
		{ errors: [], warnings: [], pending_mutations: [] },
		{ errors: null, warnings: 'none' },
	])('of %j without issues is empty', (record) => {
		expect(summarizeIssues(record)).toEqual({
			issue_summary: '',
			has_errors: false,
			has_warnings: false,
		});
	});

	it('has a line for each error, warning and pending change, in this order', () => {
		const record = {
			pending_mutations: [
				{
					mutation_code: 'updating_name',
					message: 'The name is being changed.',
					created_at: CREATED_AT,
				},
			],
			warnings: [
				{ warning_code: 'being_deleted', message: 'It is being deleted.', created_at: CREATED_AT },
			],
			errors: [
				{ error_code: 'device_offline', message: 'The lock is offline.', created_at: CREATED_AT },
			],
		};
		expect(summarizeIssues(record)).toEqual({
			issue_summary: [
				'Error: The lock is offline (device_offline)',
				'Warning: It is being deleted (being_deleted)',
				'Pending: The name is being changed (updating_name)',
			].join('\n'),
			has_errors: true,
			has_warnings: true,
		});
	});

	it('has the warnings of a grant that come as a map by code', () => {
		expect(
			summarizeIssues({
				warning_map: {
					being_deleted: { message: 'It is being deleted.' },
					encoding_required: null,
				},
			}),
		).toMatchObject({
			issue_summary: 'Warning: It is being deleted (being_deleted)\nWarning: encoding required',
			has_warnings: true,
		});
	});

	it('distinguishes pending changes from problems', () => {
		const { has_errors, has_warnings } = summarizeIssues({
			pending_mutations: [{ mutation_code: 'creating', message: 'x' }],
		});
		expect([has_errors, has_warnings]).toEqual([false, false]);
	});

	it.each([
		[{ error_code: 'something_new' }, 'something new'],
		[{ message: ' Something new. ' }, 'Something new'],
		[{}, 'no reason given'],
		[{ error_code: 5, message: 5 }, 'no reason given'],
	])('describes an unknown issue, %j, by what it has', (issue, text) => {
		expect(summarizeIssues({ errors: [issue] }).issue_summary).toBe(`Error: ${text}`);
	});

	it.each([
		[{ missing_device_ids: ['d1', 'd2'] }, 'devices without access: d1, d2'],
		[{ original_access_method_id: 'm1' }, 'replaces access method m1'],
		[
			{ failed_devices: [{ device_id: 'd1', error_code: 'x', message: 'y' }, { device_id: 'd2' }] },
			'failed devices: d1, d2',
		],
		[{ device_id: 'd1' }, 'device: d1'],
		[
			{ managed_access_code_id: 'c1', unmanaged_access_code_id: 'c2' },
			'managed code: c1; unmanaged code: c2',
		],
	])('names what %j concerns', (members, text) => {
		expect(
			summarizeIssues({ warnings: [{ warning_code: 'w', message: 'Look.', ...members }] })
				.issue_summary,
		).toBe(`Warning: Look (w); ${text}`);
	});

	it('skips entries that are not issues', () => {
		expect(summarizeIssues({ errors: [null, 'offline', 3] })).toEqual({
			issue_summary: '',
			has_errors: false,
			has_warnings: false,
		});
	});
});

describe('the code of an issue', () => {
	it.each([
		[{ error_code: 'e' }, 'e'],
		[{ warning_code: 'w' }, 'w'],
		[{ error_code: '', warning_code: 'w' }, 'w'],
		[{}, ''],
	])('of %j is "%s"', (issue, code) => {
		expect(codeOfIssue(issue)).toBe(code);
	});
});
