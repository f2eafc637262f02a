import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { listSearch } from '../support/listSearch';

const service = useHotelSandbox();

const { entrances, cloudKeyCredential } = hotel;
const unlock = {
	entranceId: byId(entrances.lobby),
	accessCredentialId: byId(cloudKeyCredential),
	options: QUICK_CHECKS,
};

describe('Entrance: Unlock', () => {
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
