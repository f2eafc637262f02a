import { SYSTEMS } from '../../../host/bookings/systems/systems';
import { arrivalsAtRisk } from './arrivalsAtRisk';
import { bookings } from './bookings';
import { guestMessages } from './guestMessages';
import { plansOf, samplePlans } from './scenario';

/** The workflow of each booking system. */
const imports = () => SYSTEMS.map(bookings);

/** By chance, and the same for the same seed. */
export const someFaults = (seed: number) => [
	...samplePlans(imports(), 40, seed),
	...samplePlans([guestMessages()], 12, seed),
	...samplePlans([arrivalsAtRisk()], 8, seed),
];

export const allFaults = () =>
	[...imports(), guestMessages(), arrivalsAtRisk()].map((scenario) => ({
		name: scenario.name,
		scenario,
		plans: plansOf(scenario),
	}));
