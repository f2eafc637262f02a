import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { loadNodes } from '../support/loadNodes';
import { pollTrigger } from '../support/pollTrigger';
import { CONVERTED, FAILED, startTriggerSandbox, type TriggerSandbox } from '../support/triggerSandbox';
import { webhookTrigger, type WebhookTrigger } from '../support/webhookTrigger';

let service: TriggerSandbox;
let instant: WebhookTrigger | undefined;

beforeEach(async () => {
	service = await startTriggerSandbox();
});
afterEach(async () => {
	await instant?.stop();
	await service.stop();
});

it.each<[string, IDataObject]>([
	['as it comes', {}],
	['with the access code', { includeAccessCode: true }],
	['with PINs masked', { maskPinCodes: true }],
	['with the access code, PINs masked', { includeAccessCode: true, maskPinCodes: true }],
	['of one device', { deviceIds: [hotel.devices.room101] }],
])('both triggers emit the same item for the same event (%s)', async (_what, options) => {
	const parameters: INodeParameters = { triggerOn: ['*'], options: options as INodeParameters };
	const credentials = service.credentials;
	instant = await webhookTrigger('deviceAccessTrigger', { parameters: { ...parameters, registration: 'automatic' }, credentials, staticData: {} });
	await instant.activate();
	const staticData: IDataObject = {};
	const poll = async () => await pollTrigger('deviceAccessPollingTrigger', { parameters, credentials, staticData });
	await poll();

	await service.convert(hotel.unmanagedCodes.convertible);
	service.sandbox.emitEvent({ event_type: 'access_code.set_on_device', access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101, code: '1011' });
	await service.sandbox.settleDeliveries();
	await service.clock.advanceBy(1);
	if (options.deviceIds === undefined) await service.convert(hotel.unmanagedCodes.failsToConvert);

	const delivered = instant.deliveries.flatMap(({ items }) => items ?? []);
	const polled = await poll();
	expect(delivered).toHaveLength(service.events().length);
	expect(polled).toHaveLength(delivered.length);
	expect(polled).toEqual(expect.arrayContaining(delivered));
});

it('both triggers offer the same choice of events and the same options', async () => {
	const { nodeTypes } = await loadNodes();
	const choiceOf = (type: string) =>
		nodeTypes.getByNameAndVersion(`n8n-nodes-device-access.${type}`).description.properties.filter(({ name }) => ['triggerOn', 'options'].includes(name));

	const ofInstant = choiceOf('deviceAccessTrigger');
	expect(ofInstant.map(({ name }) => name)).toEqual(['triggerOn', 'options']);
	expect(ofInstant[0]?.default).toEqual([CONVERTED, FAILED]);
	expect(choiceOf('deviceAccessPollingTrigger')).toEqual(ofInstant);
});
