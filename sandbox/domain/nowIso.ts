import type { Clock } from './clock';

/** The clock's time as the interface writes it. */
export function nowIso({ clock }: { clock: Clock }): string {
	return new Date(clock.now()).toISOString();
}
