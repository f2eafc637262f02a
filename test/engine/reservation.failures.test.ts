import type { INodeParameters } from 'n8n-workflow';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, MAPPING } from '../support/service/reservations';

// A workflow branches on one field of an item. An item without it would be taken for one that is well.

const service = useHotelSandbox();

const BY_KEY: INodeParameters = { reservationKey: '={{ $json.id }}' };

it.each<[string, string, INodeParameters, object]>([
	['upsert', 'the service is down', MAPPING, {}],
	['syncMany', 'the service is down', MAPPING, {}],
	['get', 'the service is down', BY_KEY, {}],
	['changePin', 'the service is down', BY_KEY, {}],
	['delete', 'the service is down', BY_KEY, {}],
	['getHistory', 'the service is down', BY_KEY, {}],
	['syncMany', 'the key is refused', MAPPING, { apiKey: 'seam_wrong' }],
	['syncMany', 'the credential has no key', MAPPING, { apiKey: '' }],
])(
	'each item of %s says that it failed, and who must be told, in both On Error modes, if %s',
	async (operation, _what, parameters, credential) => {
		if (Object.keys(credential).length === 0)
			service.sandbox.faults.always('*', { kind: 'status', status: 503, body: '' });
		const { deviceAccessApi } = service.credentials;
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
						deviceAccessApi: { ...deviceAccessApi, ...credential },
					} as typeof service.credentials,
				},
			);
			const failed = expect.stringMatching(/^(?:failed|unknown)$/);
			expect(
				outputs(output).map(({ json }) => [json.outcome, json.tell, json.reservation_key]),
			).toEqual([
				[failed, 'host', '4711'],
				[failed, 'host', '4712'],
			]);
		}
	},
);
