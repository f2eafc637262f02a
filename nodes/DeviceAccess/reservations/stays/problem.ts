/**
 * Why a guest may be locked out or gets something other than what was requested, and what to do
 * about it.
 */
export interface Problem {
	/** A stable code that workflows can test: the service's code for the issue, if it has one. */
	code: string;
	reason: string;
	remedy: string;
	/**
	 * When it began, in ISO 8601, if the service says when. It distinguishes a new problem from an
	 * old one.
	 */
	since?: string;
	/** True if the guest may be locked out. */
	keeps_door_closed: boolean;
}
