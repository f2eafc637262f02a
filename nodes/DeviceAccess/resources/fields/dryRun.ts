import type { Fields } from '../../operation';

export const DRY_RUN_OPTION = {
	dryRun: {
		displayName: 'Dry Run',
		type: 'boolean',
		default: true,
		description:
			'Whether to show what would change, with the values before and after, and change nothing',
	},
} as const satisfies Fields;
