import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { listSearch } from '../support/listSearch';

const service = useHotelSandbox();

const { entrances, cloudKeyCredential } = hotel;
const LIST = '/acs/entrances/list_credentials_with_access';
const unlock = {
	entranceId: byId(entrances.lobby),
	accessCredentialId: byId(cloudKeyCredential),
	options: QUICK_CHECKS,
};

describe('Entrance: Get Credentials', () => {
	it('returns the cards and keys that open the entrance', async () => {
		const { items } = await service.run('entrance.getCredentials', {
			entranceId: byId(entrances.elevator),
		});
		expect(items).toEqual([
			{
				json: {
					acs_credential_id: expect.any(String),
					display_name: 'Plastic Card',
					access_method: 'card',
					acs_system_id: hotel.accessSystem,
					card_number: null,
					is_issued: false,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(service.bodies(LIST)).toEqual([{ acs_entrance_id: entrances.elevator }]);
	});
});

describe('Entrance: Unlock', () => {
	it('opens the entrance and waits until it is open', async () => {
		const { items } = await service.run('entrance.unlock', unlock);
		expect(service.bodies('/acs/entrances/unlock')).toEqual([
			{ acs_entrance_id: entrances.lobby, acs_credential_id: cloudKeyCredential },
		]);
		expect(items).toMatchObject([
			{
				json: {
					acs_entrance_id: entrances.lobby,
					outcome: 'unlocked',
					action_attempt: { action_type: 'UNLOCK_DOOR', status: 'success' },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('fails its item, or returns it, if the door does not open', async () => {
		service.sandbox.faults.always('/acs/entrances/unlock', {
			kind: 'attemptFails',
			message: 'The door is jammed.',
		});
		const failed = await service.run('entrance.unlock', unlock, {
			onError: 'continueRegularOutput',
		});
		expect(failed.items).toMatchObject([
			{ json: { error: expect.any(String), details: { outcome: 'failed' } } },
		]);
		const returned = await service.run('entrance.unlock', {
			...unlock,
			options: { ...QUICK_CHECKS, onFailedAction: 'returnItem' },
		});
		expect(returned.items).toMatchObject([
			{ json: { acs_entrance_id: entrances.lobby, outcome: 'failed' } },
		]);
	});

	it('fails if the key does not open this entrance', async () => {
		const { error } = await service.run('entrance.unlock', {
			...unlock,
			entranceId: byId(entrances.gym),
		});
		expect(error?.description).toContain('invalid_input');
	});

	it('offers only the cloud keys of the chosen entrance', async () => {
		const search = async (entranceId: string, filter?: string) =>
			await listSearch('deviceAccess', 'searchCredentialsOfEntrance', {
				credentials: service.credentials,
				filter,
				parameters: { resource: 'entrance', operation: 'unlock', entranceId: byId(entranceId) },
			});
		expect(await search(entrances.lobby)).toEqual({
			results: [{ name: 'Cloud Key (79000000)', value: cloudKeyCredential }],
		});
		expect([await search(entrances.lobby, 'card'), await search(entrances.elevator)]).toEqual([
			{ results: [] },
			{ results: [] },
		]);
		service.sandbox.requests.clear();
		expect([await search(''), service.paths()]).toEqual([{ results: [] }, []]);
	});
});
