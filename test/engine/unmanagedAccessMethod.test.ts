import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/hotelSandbox';
import { listSearch } from '../support/listSearch';

const { code, mobileKey } = hotel.unmanaged;

const service = useHotelSandbox();

it('the picker shows the methods with their grant, without PINs', async () => {
	expect(
		(
			await listSearch('deviceAccess', 'searchUnmanagedAccessMethods', {
				credentials: service.credentials,
			})
		).results,
	).toEqual([
		{ name: 'PIN Code - Former Manager', value: code },
		{ name: 'Mobile Key - Former Manager', value: mobileKey },
	]);
});
