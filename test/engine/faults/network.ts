import type { Expected, FaultCase, FaultSection, Scene } from './faultCase';
import { CODES, CONTINUE, SHORT_WAIT } from './known';
import { startUntrustedServer } from './untrustedServer';

const LIST = '/devices/list';
const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const DELETE = '/access_codes/unmanaged/delete';

type NetworkFault = Pick<FaultCase, 'fault' | 'provoke'>;

const sendTo = ({ credentials }: Scene, baseUrl: string) =>
	void Object.assign(credentials.deviceAccessApi ?? {}, { baseUrl });

const UNKNOWN_HOST: NetworkFault = {
	fault: 'The host name of the service does not exist (DNS)',
	provoke: (scene) => sendTo(scene, 'https://device-access.invalid'),
};
const NOBODY_THERE: NetworkFault = {
	fault: 'No server listens at the address',
	provoke: (scene) => sendTo(scene, 'http://127.0.0.1:9'),
};
const UNTRUSTED: NetworkFault = {
	fault: 'The certificate of the service is not trusted (TLS)',
	provoke: async (scene) => {
		const server = await startUntrustedServer();
		scene.cleanUp.push(async () => await server.stop());
		scene.strangers.push(server.requestCount);
		sendTo(scene, server.url);
	},
};
const redirect = (path: string): NetworkFault => ({
	fault: 'The service redirects to another host (302)',
	provoke: ({ sandbox, elsewhere }) =>
		sandbox.faults.always(path, { kind: 'redirect', location: `${elsewhere.url}${path}` }),
});

const list = (fault: NetworkFault, sent = ''): FaultCase => ({
	...fault,
	operation: 'device.getAll',
	parameters: { returnAll: true },
	expected: { run: 'error', items: ['failed'], sent: [sent] },
});

/** Three codes; none is changed. */
const write = (
	operation: FaultCase['operation'],
	fault: NetworkFault,
	expected: Partial<Expected> = {},
	more: Partial<FaultCase> = CONTINUE,
): FaultCase => ({
	...fault,
	operation,
	input: CODES,
	expected: {
		run: 'success',
		items: ['failed', 'failed', 'failed'],
		atService: ['unmanaged', 'unmanaged', 'unmanaged'],
		sent: ['', '', ''],
		...expected,
	},
	...more,
});
const convert = write.bind(null, 'unmanagedAccessCode.convertToManaged');
const REDIRECTED = { items: ['in doubt', 'in doubt', 'in doubt'], sent: ['302', '302', '302'] };
const LOOKS_SHORTLY = { ...CONTINUE, ...SHORT_WAIT };

export const network: FaultSection = {
	title: 'On the way to the service',
	cases: [
		list(UNKNOWN_HOST),
		convert(UNKNOWN_HOST),
		convert(UNKNOWN_HOST, { run: 'error', items: ['failed', 'not sent', 'not sent'] }, {}),
		list(NOBODY_THERE),
		convert(
			NOBODY_THERE,
			{},
			{ ...CONTINUE, options: { maxRetries: 0 }, note: 'Maximum Retries 0' },
		),
		list(UNTRUSTED),
		convert(UNTRUSTED),
		list(redirect(LIST), '302'),
		convert(
			redirect(CONVERT),
			{
				...REDIRECTED,
				lookUps: ['/access_codes/list', '/access_codes/unmanaged/get', '/events/list'],
			},
			LOOKS_SHORTLY,
		),
		write(
			'unmanagedAccessCode.delete',
			redirect(DELETE),
			{ ...REDIRECTED, lookUps: ['/access_codes/unmanaged/get', '/events/list'] },
			LOOKS_SHORTLY,
		),
	],
};
