import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, codesOf, inDays, reserve, writesOf } from '../support/service/reservations';

// To which address a message goes. A person of the service is a mailbox of the stay: what the booking says counts.

const service = useHotelSandbox();

const upsert = async (rows: IDataObject[], options?: INodeParameters) =>
	(await reserve(service, 'upsert', rows, { waitUntilIssued: true, ...options })).items.map(
		({ json }) => json,
	);
const contactOf = ({ guest_email: email, guest_phone: phone }: IDataObject) => [email, phone];

/** What *Guest to Tell* knows of a stay, by its key. */
async function toTell(key: string): Promise<IDataObject> {
	const { items } = await service.run('reservation.getAll', {
		returnAll: true,
		output: 'raw',
		filters: { guestToTell: true, hoursBeforeArrival: 1000 },
	});
	return items.map(({ json }) => json).find((item) => item.reservation_key === key) ?? {};
}

const PHONE = '+15550100042';
const last = {
	id: 'R-1',
	guest: 'Ann Lee',
	contact: 'alias-1@guest.example.com',
	phone: PHONE,
	arrival: inDays(2),
	departure: inDays(3, 11),
};

it('an address that is corrected in the booking is that of readings too, and the same booking again writes nothing', async () => {
	await upsert([booking(last)]);
	const corrected = [booking({ ...last, contact: 'new@example.com' })];
	const [item = {}] = await upsert(corrected);
	expect([item.outcome, contactOf(item)[0]]).toEqual(['unchanged', 'new@example.com']);
	expect((await toTell('R-1')).guest_email).toBe('new@example.com');
	service.sandbox.requests.clear();
	await upsert(corrected);
	expect(writesOf(service)).toEqual([]);
});

it('an address that the service does not take empties the former one, costs no refused request, and fails nothing', async () => {
	await upsert([
		booking(last),
		booking({ ...last, id: 'R-2', guest: 'Bob Kay', contact: 'desk@example.com', rooms: 'suite' }),
	]);
	const taken = [booking({ ...last, contact: 'desk@example.com' })];
	const [item = {}] = await upsert(taken);
	expect([item.outcome, contactOf(item)[0], codesOf(item)]).toEqual([
		'unchanged',
		'desk@example.com',
		['contact_left_out'],
	]);
	expect((await toTell('R-1')).guest_email).toBeNull();
	service.sandbox.requests.clear();
	await upsert(taken);
	expect(writesOf(service)).toEqual([]);
	service.sandbox.faults.always('/user_identities/update', { kind: 'status', status: 500 });
	const [failing = {}] = await upsert([booking({ ...last, contact: 'other@example.com' })], {
		maxRetries: 0,
	});
	expect([failing.outcome, codesOf(failing)]).toEqual(['unchanged', ['contact_left_out']]);
});

it('an address in the booking that is none empties the former one, and a booking without any leaves it', async () => {
	await upsert([booking(last)]);
	await upsert([booking({ ...last, contact: '' })]);
	expect((await toTell('R-1')).guest_email).toBe(last.contact);
	const broken = [booking({ ...last, contact: 'alias-1@' })];
	const [item = {}] = await upsert(broken);
	expect([contactOf(item)[0], codesOf(item)]).toEqual([null, ['contact_left_out']]);
	expect((await toTell('R-1')).guest_email).toBeNull();
	service.sandbox.requests.clear();
	await upsert(broken);
	expect(writesOf(service)).toEqual([]);
});

it('a number without a country code leaves the one that the service has', async () => {
	const withPhone = { guestPhoneNumber: '={{ $json.phone }}' };
	await upsert([booking(last)], withPhone);
	const [item = {}] = await upsert([booking({ ...last, phone: '555 0100042' })], withPhone);
	expect(codesOf(item)).toEqual(['contact_left_out']);
	expect((await toTell('R-1')).guest_phone).toBe(PHONE);
});

it.each([
	['is said', {}, 'contact_left_out', false],
	[
		'is told to the host',
		{ accessMethods: ['code', 'mobile_key'] },
		'mobile_key_sent_elsewhere',
		true,
	],
])(
	'an address that is corrected for a guest with a key of their own is not written, and that %s: %j',
	async (_what, methods, code, isForHost) => {
		const options = { guestKey: 'g-1', waitTimeout: 0.1, ...methods };
		await upsert([booking(last)], options);
		service.sandbox.requests.clear();
		const corrected = [booking({ ...last, contact: 'new@example.com' })];
		const [item = {}] = await upsert(corrected, options);
		expect([item.outcome, contactOf(item)[0], codesOf(item), writesOf(service)]).toEqual([
			'unchanged',
			'new@example.com',
			[code],
			[],
		]);
		expect(item.host_message !== null).toBe(isForHost);
		// The same text is no news for the host.
		const [again = {}] = await upsert(corrected, options);
		expect(again.host_message).toBe(item.host_message);
	},
);
