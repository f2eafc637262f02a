import { WorkflowExecute } from 'n8n-core';
import { useHotelSandbox } from '../support/hotelSandbox';
import {
	FAULTS,
	FaultyEngine,
	nodesToFail,
	type FaultPlan,
} from '../support/workflowFaults/faultAt';
import { GuestMessagesHouse } from '../support/workflowFaults/guestMessages';

/** All of them take minutes: test/nightly/examples.faults.test.ts. */
const EVERY = Number(process.env.EVERY_FAULT ?? 5);

const service = useHotelSandbox();
const engine = new FaultyEngine(WorkflowExecute.prototype as never);
const house = new GuestMessagesHouse(service, engine);
const plans = nodesToFail(house.example).flatMap((node) =>
	FAULTS.map((fault): FaultPlan => ({ node, fault })),
);

it('a message goes only to its guest or the host, nothing counts as told that was not sent, and a stop costs at most one message twice: Guest messages', async () => {
	await house.open();
	const wrong: Array<[plan: string, complaints: string[]]> = [];
	for (const plan of plans.filter((_, index) => index % EVERY === 0)) {
		const complaints = await house.play(plan);
		if (complaints.length > 0) wrong.push([`${plan.node}: ${plan.fault}`, complaints]);
	}
	await house.close();
	expect(wrong).toEqual([]);
}, 600_000);
