import { WorkflowExecute } from 'n8n-core';
import type { HotelSandbox } from '../hotelSandbox';
import { FAULTS, FaultyEngine, nodesToFail, type FaultPlan } from './faultAt';
import { GuestMessagesHouse } from './guestMessages';

/** A failure at every node in turn, or at every n-th of them. Returns what went wrong, with its plan. */
export async function playPlans(
	service: HotelSandbox,
	every = 1,
): Promise<Array<[plan: string, complaints: string[]]>> {
	const engine = new FaultyEngine(WorkflowExecute.prototype as never);
	const house = new GuestMessagesHouse(service, engine);
	const plans = nodesToFail(house.example).flatMap((node) =>
		FAULTS.map((fault): FaultPlan => ({ node, fault })),
	);
	await house.open();
	const wrong: Array<[string, string[]]> = [];
	for (const plan of plans.filter((_, index) => index % every === 0)) {
		const complaints = await house.play(plan);
		if (complaints.length > 0) wrong.push([`${plan.node}: ${plan.fault}`, complaints]);
	}
	await house.close();
	return wrong;
}
