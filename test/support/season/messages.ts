import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Cause } from './causes';
import type { Row } from './rows';

/** What a guest was told about a stay, automatically or by the host. */
interface Told {
	bookingId: string;
	person: string;
	pins: readonly string[];
}

/** Something that guests should not see: a message that came twice, a PIN that changed without a word. */
export interface Slip {
	bookingId: string;
	person: string;
	atMs: number;
	cause: Cause;
}

/**
 * Who knows which PIN by what the items say: a guest whose item says so is told at a later look, and what has changed and is
 * not ready goes to the host, who passes on the PIN. What really was sent is in `Told`.
 */
export class Messages {
	readonly unsaidPins: Slip[] = [];
	private readonly told: Told[] = [];
	private readonly latest = new Map<string, Told>();

	/** Takes the item about one guest; `slip` says whom a slip would concern, and its cause. */
	hear({ json }: INodeExecutionData, slip: Slip): void {
		const { outcome } = json;
		const { bookingId, person } = slip;
		const guest = `${bookingId} ${person}`;
		const pins = pinsOf(json);
		const last = this.latest.get(guest);
		// During the stay, the access stays that of the guest before, and the item says so.
		const isOfAnother = problemsOf(json).some(({ code }) => code === 'guest_changed');
		const saysPin = changesOf(json).includes('pin') || outcome === 'created' || isOfAnother;
		if (last && pins.some((pin) => !last.pins.includes(pin)) && !saysPin)
			this.unsaidPins.push(slip);
		// The old access opens until the new one does, so the guest keeps the PIN of the old one.
		const keepsOld = problemsOf(json).some(({ code }) => code === 'old_access_kept');
		if (json.tell === 'guest' || (CHANGED.includes(String(outcome)) && !keepsOld))
			this.tell({ bookingId, person, pins });
	}

	/** The host read the access of a guest without a message, and told them. */
	tellByHost({ json }: INodeExecutionData, { id: bookingId, name }: Row, person: string): void {
		// Access that still has the name of an earlier guest is not this guest's.
		if (json.guest_name === name) this.tellNewPin({ json }, { bookingId, person });
	}

	/** The host gave the guest a PIN of their own, and told them. */
	tellNewPin(
		{ json }: INodeExecutionData,
		{ bookingId, person }: Pick<Slip, 'bookingId' | 'person'>,
	): void {
		this.tell({ bookingId, person, pins: pinsOf(json) });
	}

	wasTold(bookingId: string, person: string): boolean {
		return this.latest.has(`${bookingId} ${person}`);
	}

	/** Everyone who was ever told this PIN for the booking. */
	everTold(bookingId: string, pin: string): string[] {
		const people = this.told
			.filter((told) => told.bookingId === bookingId && told.pins.includes(pin))
			.map(({ person }) => person);
		return [...new Set(people)];
	}

	/** Whether the guest was told this PIN last; for a guest who was told none, whether nobody else was told it. */
	knows(bookingId: string, person: string, pin: string): boolean {
		const last = this.latest.get(`${bookingId} ${person}`);
		return last ? last.pins.includes(pin) : this.everTold(bookingId, pin).length === 0;
	}

	/** Whether the guest was told all PINs of the item. */
	knowsAll({ json }: INodeExecutionData, bookingId: string, person: string): boolean {
		return pinsOf(json).every((pin) => this.knows(bookingId, person, pin));
	}

	/** The guest was sent these PINs. A message without one changes nothing. */
	tell(told: Told): void {
		if (told.pins.length === 0) return;
		this.told.push(told);
		this.latest.set(`${told.bookingId} ${told.person}`, told);
	}
}

export const changesOf = ({ changes }: IDataObject): string[] =>
	Array.isArray(changes) ? changes.map((change) => String((change as IDataObject).what)) : [];

export const problemsOf = ({ problems }: IDataObject): IDataObject[] =>
	Array.isArray(problems) ? (problems as IDataObject[]) : [];

const CHANGED = ['created', 'updated', 'moved'];

/** The PIN of an item, and those of single rooms or doors. */
function pinsOf({ pin, pins }: IDataObject): string[] {
	const found = new Set<string>();
	const collect = (value: unknown): void => {
		if (typeof value === 'string' && /^\d{4,9}$/.test(value)) found.add(value);
		else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
	};
	collect(pin);
	collect(pins);
	return [...found];
}
