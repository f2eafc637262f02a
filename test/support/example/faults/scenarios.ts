import { SYSTEMS } from '../../../../pms/systems';
import { bookings } from './bookings';
import { guestMessages } from './guestMessages';
import { type Plan, plansOf, samplePlans } from './scenario';

/** The workflow of each booking system. */
const imports = () => SYSTEMS.map(bookings);

/** What found a defect once. */
const FOUND: Readonly<Record<string, readonly Plan[]>> = {
	apaleo: [{ start: 'Every night', node: 'Create the table', fault: 'empty' }],
	Avantio: [{ start: 'Every night', node: 'Get the booking', fault: 'error' }],
	'Guest messages': [{ start: 'Every 15 minutes', node: 'Was it sent?', fault: 'empty' }],
};

/** Some by chance, the same for the same seed, and those that found a defect once. */
export const someFaults = (seed: number) =>
	[...samplePlans(imports(), 36, seed), ...samplePlans([guestMessages()], 10, seed)].map(
		({ plans, ...others }) => ({
			...others,
			plans: [...plans, ...(FOUND[others.name] ?? [])],
		}),
	);

export const allFaults = () =>
	[...imports(), guestMessages()].map((scenario) => ({
		name: scenario.name,
		scenario,
		plans: plansOf(scenario),
	}));
