import type { PageLoopError } from './errors';

const EXECUTE_AGAIN =
	"The node returns a list in full or not at all. Execute the node again. If it fails again, contact the service's support team";

const FEWER_EVENTS = 'Choose fewer events or devices';

interface PageLoopHint {
	message: string | ((limit: number) => string);
	description: string;
	/** Replaces `description` in triggers if it names fields that triggers lack. */
	inTrigger?: string;
}

/** Messages for a list that cannot be read to its end, by the reason of the PageLoopError. */
export const PAGE_LOOP_HINTS: Record<PageLoopError['reason'], PageLoopHint> = {
	repeatedCursor: {
		message: 'The service sent the same page of the list twice, so the list would never end',
		description: EXECUTE_AGAIN,
	},
	missingCursor: {
		message: 'The service says that the list has more pages, but not how to get them',
		description: EXECUTE_AGAIN,
	},
	missingPagination: {
		message: 'The service sent a full page of records but did not say whether there are more',
		description:
			"The node returns a list in full or not at all. Narrow the list with filters or 'Limit', and contact the service's support team",
		inTrigger: "Contact the service's support team",
	},
	tooManyPages: {
		message: (limit: number) => `The list has more than ${limit} pages`,
		description: "Narrow the list with filters or 'Limit', or raise 'Maximum Pages' under Options",
		inTrigger: FEWER_EVENTS,
	},
	tooManyRecords: {
		message: (limit: number) => `The list has more than ${limit} records`,
		description: "Narrow the list with filters or 'Limit'",
		inTrigger: FEWER_EVENTS,
	},
};
