import { useHotelSandbox } from '../support/hotelSandbox';
import { playPlans } from '../support/workflowFaults/playPlans';

const service = useHotelSandbox();

it('Guest messages sends only to the guest or the host, counts nothing as told that was not sent, and a stop costs at most one message twice, at every node', async () => {
	expect(await playPlans(service)).toEqual([]);
}, 1_200_000);
