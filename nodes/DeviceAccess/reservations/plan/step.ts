import type { Grant } from '../grants/grant';
import type { Problem } from '../stays/problem';
import type { Change } from './changes';
import type { GrantPerson } from './person';

export type Step =
	/** Creates the grant. Without `pin`, the service chooses the PIN. */
	| { do: 'create'; person: GrantPerson; modes: readonly string[]; pin?: string }
	| { do: 'update'; grantId: string; name?: string; startsAt?: string; endsAt?: string }
	/**
	 * Moves the grant to other places. `otherwise` are the steps to take if the service cannot move
	 * it.
	 */
	| { do: 'move'; grantId: string; then: readonly Step[]; otherwise: readonly Step[] }
	/** Requests methods for a grant, or for the one that an earlier step created. */
	| { do: 'addMethods'; grantId?: string; modes: readonly string[]; pin?: string }
	/** Has the service choose another PIN. */
	| { do: 'changePin'; grantId: string }
	| { do: 'deleteMethods'; ids: readonly string[] }
	| { do: 'end'; grantId: string }
	/**
	 * Ends the grant once the one that opens the wanted places is ready: the one that earlier steps
	 * created, or else `readyId`.
	 */
	| { do: 'endWhenReady'; grantId: string; readyId?: string }
	/**
	 * Ends grants, and then gives their PIN to `grantId` or the grant that an earlier step created, in
	 * place of the one that the service chose: a door cannot have the same PIN twice. With a guest in
	 * the house, only once the new access is ready.
	 */
	| {
			do: 'handOverPin';
			from: readonly string[];
			pin?: string;
			isGuestInHouse: boolean;
			grantId?: string;
	  }
	| { do: 'editPerson'; personId: string; edit: Readonly<Record<string, string>> };

export type Outcome =
	'created' | 'updated' | 'moved' | 'unchanged' | 'ended' | 'nothing_to_end' | 'ignored' | 'failed';

export interface Plan {
	outcome: Outcome;
	changes: Change[];
	/** In this order. Once they are done, a new plan has no steps. */
	steps: Step[];
	/** What the item says besides the problems of its grant. */
	problems: Problem[];
	/** Who has the stay now, if the access stays that of the guest in the house. */
	newGuest?: string;
	/** The grant that the steps keep, if any. */
	grant?: Grant;
}
