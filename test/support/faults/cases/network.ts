import type { FaultCase, FaultSection, Outcome, Said, Scene } from '../faultCase';
import { startUntrustedServer } from '../untrustedServer';
import { CODES } from './codes';
import { CHECK_ADDRESS, CHECK_NETWORK, REQUEST_ID, sentences } from './known';
import { counted } from './writes';

const LIST = '/devices/list';
const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const DELETE = '/access_codes/unmanaged/delete';
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const CHECK_CERTIFICATE = 'Check the address, and ask whoever runs the service for a valid certificate';

const sendTo = ({ credentials }: Scene, baseUrl: string) => Object.assign(credentials.deviceAccessApi ?? {}, { baseUrl });

const unknownHost = (path: string): Said => [
	"The host name in the 'Base URL' of the credential is not known",
	sentences(CHECK_NETWORK, `Call: ${path}, ENOTFOUND`),
];
const untrusted = (path: string): Said => [
	'The certificate of the service is not trusted',
	sentences(CHECK_CERTIFICATE, `Call: ${path}, DEPTH_ZERO_SELF_SIGNED_CERT`),
];
const nobodyThere = (path: string): Said => [
	'Nothing answers at the address of the service',
	sentences(CHECK_NETWORK, `Call: ${path}, ECONNREFUSED`),
];
const redirected = (path: string): Said => [
	'The answer of the service was a redirect to another address, which is not followed so that the API key stays with the service',
	sentences(CHECK_ADDRESS, `Call: ${path}`, REQUEST_ID),
];

const UNKNOWN_HOST = { fault: 'The host name of the service is not known (DNS)', provoke: (scene: Scene) => void sendTo(scene, 'https://device-access.invalid') };
const NOBODY_THERE = { fault: 'Nothing listens at the address', provoke: (scene: Scene) => void sendTo(scene, 'http://127.0.0.1:9') };
const UNTRUSTED = {
	fault: 'The certificate of the service is not trusted (TLS)',
	provoke: async (scene: Scene) => {
		const server = await startUntrustedServer();
		scene.cleanUp.push(async () => await server.stop());
		scene.strangers.push(server.requestCount);
		sendTo(scene, server.url);
	},
};
const redirect = (path: string) => ({
	fault: 'The service sends the request to another host (redirect, 302)',
	provoke: ({ sandbox, elsewhere }: Scene) => sandbox.faults.always(path, { kind: 'redirect', location: `${elsewhere.url}${path}` }),
});

const list = (fault: Pick<FaultCase, 'fault' | 'provoke'>, said: Said, sent: string): FaultCase => ({
	...fault,
	operation: 'device.getAll',
	parameters: { returnAll: true },
	expected: { run: 'error', says: [said], items: ['failed'], sent: [sent] },
});

const write = (operation: FaultCase['operation'], fault: Pick<FaultCase, 'fault' | 'provoke'>, expected: Pick<Outcome, 'run' | 'says' | 'items' | 'sent'>, more: Partial<FaultCase> = {}): FaultCase => ({
	...fault,
	operation,
	input: CODES,
	expected: { atService: ['unmanaged', 'unmanaged', 'unmanaged'], ...expected },
	...more,
});
const convert = write.bind(null, 'unmanagedAccessCode.convertToManaged');

const ALL_FAILED = { run: 'success', items: ['failed', 'failed', 'failed'], sent: ['', '', ''] } as const;
const allFailed = (said: Said) => ({ ...ALL_FAILED, items: [...ALL_FAILED.items], sent: [...ALL_FAILED.sent], says: [said] });
const allStopped = (said: Said) => ({ run: 'error' as const, says: [counted(said, 'None of the 3')], items: ['failed', 'not sent', 'not sent'], sent: ['', '', ''] });

export const network: FaultSection = {
	title: 'On the way to the service',
	intro: 'Nothing was sent, or not to where it should. The key goes to the address in the credential and to no other.',
	cases: [
		list(UNKNOWN_HOST, unknownHost(LIST), ''),
		convert(UNKNOWN_HOST, allFailed(unknownHost(CONVERT)), CONTINUE),
		convert(UNKNOWN_HOST, allStopped(unknownHost(CONVERT))),
		list(NOBODY_THERE, nobodyThere(LIST), ''),
		convert(NOBODY_THERE, allFailed(nobodyThere(CONVERT)), { ...CONTINUE, options: { maxRetries: 0 }, note: 'Maximum Retries 0' }),
		list(UNTRUSTED, untrusted(LIST), ''),
		convert(UNTRUSTED, allFailed(untrusted(CONVERT)), CONTINUE),
		list(redirect(LIST), redirected(LIST), '302'),
		convert(redirect(CONVERT), { run: 'success', says: [redirected(CONVERT)], items: ['failed', 'failed', 'failed'], sent: ['302', '302', '302'] }, CONTINUE),
		write('unmanagedAccessCode.delete', redirect(DELETE), { run: 'success', says: [redirected(DELETE)], items: ['failed', 'failed', 'failed'], sent: ['302', '302', '302'] }, CONTINUE),
	],
};
