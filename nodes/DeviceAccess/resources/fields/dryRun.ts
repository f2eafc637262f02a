import { booleanField, type Fields } from '../../operation';

export const DRY_RUN_OPTION = {
	dryRun: booleanField(
		'Dry Run',
		'Whether to show what would change, with the values before and after, and change nothing',
		true,
	),
} as const satisfies Fields;
