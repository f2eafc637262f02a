import type { StayInput } from './stays/stayInput';

/** The access that earlier items of a run may have changed since it was read. */
export class ChangedInRun {
	private readonly names = new Set<string>();

	/** True if the access of this guest may have changed. */
	hasGuest({ reservationKey, guestNumber }: StayInput): boolean {
		return (
			this.names.has(`${reservationKey} ${guestNumber}`) || this.names.has(`${reservationKey} all`)
		);
	}

	/** True if the access of any guest of this reservation may have changed. */
	hasReservation({ reservationKey }: StayInput): boolean {
		return this.names.has(reservationKey);
	}

	/** Notes an item before its changes. Skips an item that ends access if there is no access to end, because it changes nothing. */
	note(stay: StayInput, guests: 'guest' | 'all', found: readonly unknown[]): void {
		if (stay.meaning === 'endsAccess' && found.length === 0) return;
		this.names.add(stay.reservationKey);
		this.names.add(`${stay.reservationKey} ${guests === 'all' ? 'all' : stay.guestNumber}`);
	}
}
