import { useHotelSandbox } from '../support/hotelSandbox';
import { playPlans } from '../support/workflowFaults/playPlans';

const service = useHotelSandbox();

/** All of them: test/nightly/examples.faults.test.ts. */
const EVERY = 10;

it('Guest messages sends only to the guest or the host, counts nothing as told that was not sent, and a stop costs at most one message twice, whichever node fails', async () => {
	expect(await playPlans(service, EVERY)).toEqual([]);
}, 300_000);
