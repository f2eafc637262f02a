import type { IDataObject } from 'n8n-workflow';
import { executionHints } from '../../../../nodes/DeviceAccess/operation/output/outputItems';
import { one } from '../../../../nodes/DeviceAccess/operation/kinds/one';
import type { Kind } from '../../../../nodes/DeviceAccess/operation/types';
import { operationOf } from '../itemRun';

const { kind: convert } = operationOf('unmanagedAccessCode', 'convertToManaged');
const { kind: replace } = operationOf('unmanagedAccessCode', 'replaceWithManaged');

const hintsOf = (kind: Kind, jsons: IDataObject[]) =>
	executionHints(
		kind,
		jsons.map((json) => ({ json })),
		jsons.map((json) => ({ is: 'finished', records: [json] })),
		[],
	);

describe('the hint above the output', () => {
	it('says how many actions ended how, and what to do about the others', () => {
		const output = [
			{ outcome: 'converted' },
			{ outcome: 'unsupported' },
			{ outcome: 'converted' },
			{ outcome: 'pending' },
			{ error: 'refused', details: {} },
		];
		expect(hintsOf(convert, output)).toEqual([
			{
				message:
					"Of 5 items: 2 converted, 1 unsupported, 1 pending, 1 failed. 'Get many unmanaged access codes' with 'Add Migration Advice' says which of the unsupported codes can be replaced. " +
					"The service is still working on pending items. Check them later, or raise 'Wait Timeout' under Options.",
				location: 'outputPane',
			},
		]);
	});

	it.each([
		[
			'one unsupported code',
			convert,
			[{ outcome: 'unsupported' }],
			"Of 1 item: 1 unsupported. 'Get many unmanaged access codes' with 'Add Migration Advice' says which of the unsupported codes can be replaced.",
		],
		[
			'one PIN that is locked out',
			replace,
			[{ outcome: 'locked_out' }],
			"Of 1 item: 1 locked_out. If 'outcome' is 'locked_out', the PIN does not work now. See 'recovery' in the item for what to do.",
		],
		[
			'PINs that are not certain to work',
			replace,
			[{ outcome: 'pending' }, { outcome: 'pending' }],
			"Of 2 items: 2 pending. If 'outcome' is 'pending', it is not certain that the PIN works. See 'recovery' in the item for what to do.",
		],
	])('says what to do about %s', (_title, kind, jsons, message) => {
		expect(hintsOf(kind, jsons)).toEqual([{ message, location: 'outputPane' }]);
	});

	it('knows from the state, not from the words, that a state could not be read', () => {
		const adviceOf = (isUnread: boolean, message: string) => {
			const jsons = [
				{ outcome: 'converted', message: '' },
				{ outcome: 'pending', message },
			];
			const [hint] = executionHints(
				convert,
				jsons.map((json) => ({ json })),
				jsons.map((json) => ({
					is: 'finished',
					records: [json],
					isUnread: isUnread && json.outcome === 'pending',
				})),
				[],
			);
			return /could not be read/.test(hint?.message ?? '');
		};
		expect(adviceOf(true, 'The service says nothing')).toBe(true);
		expect(adviceOf(false, "The code 'could not be read: x' is being converted")).toBe(false);
	});

	it.each([
		['no record', one('device'), []],
		['one action', convert, [{ outcome: 'pending' }]],
		['actions that all ended alike', convert, [{ outcome: 'converted' }, { outcome: 'converted' }]],
	])('is missing for %s', (_title, kind, jsons) => {
		expect(hintsOf(kind, jsons)).toEqual([]);
	});
});
