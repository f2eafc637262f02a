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
const WITH_PHONE: INodeParameters = { guestPhoneNumber: '={{ $json.phone }}' };
const WITH_KEY: INodeParameters = { guestKey: '={{ $json.key }}' };
const last = {
	id: 'R-1',
	guest: 'Ann Lee',
	contact: 'alias-1@guest.example.com',
	phone: PHONE,
	arrival: inDays(2),
	departure: inDays(3, 11),
};

it.each(['refused', 'reused'] as const)(
	'a guest who comes again is told at the address of the new booking, and nobody at that of an earlier one: a known phone is %s',
	async (inlineIdentityTaken) => {
		service.sandbox.settings.inlineIdentityTaken = inlineIdentityTaken;
		await upsert([booking(last)], WITH_PHONE);
		const again = {
			...last,
			id: 'R-2',
			contact: 'alias-2@guest.example.com',
			rooms: 'suite',
		};
		const [item = {}] = await upsert([booking(again)], WITH_PHONE);
		expect(contactOf(item)).toEqual(['alias-2@guest.example.com', PHONE]);
		const read = contactOf(await toTell('R-2'));
		expect(read).not.toContain('alias-1@guest.example.com');
		const [unchanged = {}] = await upsert([booking(again)], WITH_PHONE);
		expect([unchanged.outcome, ...contactOf(unchanged)]).toEqual([
			'unchanged',
			'alias-2@guest.example.com',
			PHONE,
		]);
	},
);

it.each(['refused', 'reused'] as const)(
	'two guests with one Guest Key, such as that of an agency, are each told at the address of their own booking: %s',
	async (inlineIdentityTaken) => {
		service.sandbox.settings.inlineIdentityTaken = inlineIdentityTaken;
		const ofAnn = booking({ ...last, key: 'agency', contact: 'ann@example.com' });
		const ofBob = booking({
			...last,
			id: 'R-2',
			guest: 'Bob Kay',
			key: 'agency',
			contact: 'bob@example.com',
			rooms: 'suite',
		});
		const [ann = {}, bob = {}] = [
			...(await upsert([ofAnn], WITH_KEY)),
			...(await upsert([ofBob], WITH_KEY)),
		];
		expect([contactOf(ann)[0], contactOf(bob)[0]]).toEqual(['ann@example.com', 'bob@example.com']);
		for (const [key, own] of [
			['R-1', 'ann@example.com'],
			['R-2', 'bob@example.com'],
		] as const) {
			const read = await toTell(key);
			expect(read.pin).toMatch(/^\d{4,}$/);
			expect([own, null]).toContain(read.guest_email);
		}
	},
);

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

it('a canceled booking that comes back for another guest shows nobody the address of the first one', async () => {
	for (const inlineIdentityTaken of ['refused', 'reused'] as const) {
		await service.restart({});
		service.sandbox.settings.inlineIdentityTaken = inlineIdentityTaken;
		await upsert([booking(last)]);
		await upsert([booking({ ...last, status: 'canceled' })]);
		const [item = {}] = await upsert([booking({ ...last, guest: 'Bob Kay', contact: '' })]);
		expect([item.outcome, ...contactOf(item)]).toEqual(['created', null, null]);
		const read = await toTell('R-1');
		expect([read.guest_name, read.guest_email]).toEqual(['Bob Kay', null]);
	}
});

it('who may not list people can still change dates', async () => {
	await upsert([booking(last)]);
	service.sandbox.faults.always('/user_identities/list', { kind: 'status', status: 403 });
	const later = booking({ ...last, contact: 'new@example.com', departure: inDays(5, 11) });
	const [item = {}] = await upsert([later]);
	expect([item.outcome, item.ends_at]).toEqual(['updated', inDays(5, 11)]);
});

it('a refusal that quotes a contact with the word reservation is one about the contact', async () => {
	const contact = 'reservations@agency.example.com';
	await upsert([booking({ ...last, contact })]);
	const [item = {}] = await upsert([
		booking({ ...last, id: 'R-2', guest: 'Bob Kay', contact, rooms: 'suite' }),
	]);
	expect([item.outcome, codesOf(item)]).toEqual(['created', ['contact_left_out']]);
	service.sandbox.faults.always(
		'/access_grants/create',
		{
			kind: 'status',
			status: 409,
			body: {
				error: { type: 'conflict', message: `${contact} is taken.`, request_id: 'r' },
				ok: false,
			},
		},
		{ holding: contact },
	);
	const [quoted = {}] = await upsert([
		booking({ ...last, id: 'R-3', guest: 'Cid Ray', contact, rooms: 'room-102' }),
	]);
	expect(quoted.outcome).toBe('created');
});
