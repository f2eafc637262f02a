import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, MAPPING } from '../support/service/reservations';

// A workflow branches on one field of an item. An item without it would be taken for one that is well.

const service = useHotelSandbox();

const BY_KEY: INodeParameters = { reservationKey: '={{ $json.id }}' };
const OPERATIONS: Array<[string, INodeParameters]> = [
	['upsert', MAPPING],
	['syncMany', MAPPING],
	['get', BY_KEY],
	['changePin', BY_KEY],
	['delete', BY_KEY],
	['getHistory', BY_KEY],
];

const WRONG: Array<[string, () => IDataObject, () => void]> = [
	['the service is down', () => ({}), () => fail(503)],
	['the key is refused', () => ({ apiKey: 'seam_wrong' }), () => undefined],
	['the credential has no key', () => ({ apiKey: '' }), () => undefined],
	['the credential has no address', () => ({ baseUrl: 'nowhere' }), () => undefined],
];
const fail = (status: number) =>
	service.sandbox.faults.always('*', { kind: 'status', status, body: '' });

describe.each(WRONG)('if %s', (_what, credential, prepare) => {
	it.each(OPERATIONS)(
		'each item of %s says that it failed, and who must be told, in every On Error mode',
		async (operation, parameters) => {
			prepare();
			for (const [onError, output] of [
				['continueRegularOutput', 0],
				['continueErrorOutput', 1],
			] as const) {
				const { outputs } = await service.run(
					`reservation.${operation}`,
					{ ...parameters, options: { maxRetries: 0 } },
					{
						input: [booking(), booking({ id: '4712' })],
						onError,
						credentials: {
							deviceAccessApi: { ...service.credentials.deviceAccessApi, ...credential() },
						} as typeof service.credentials,
					},
				);
				expect(
					outputs(output).map(({ json }) => [json.outcome, json.tell, json.reservation_key]),
				).toEqual([
					[expect.stringMatching(/^(?:failed|unknown)$/), 'host', '4711'],
					[expect.stringMatching(/^(?:failed|unknown)$/), 'host', '4712'],
				]);
			}
		},
	);
});
