import type { Fault } from '../../../sandbox/faults/faults';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { until } from '../../support/clock/until';
import { CREATE, DELETE, OLD_CODE } from './oldCode';
import type { ReplacementCase, ReplacementSection } from './replacementCase';
import type { ReplacementOutcome } from '../../../tools/docs/observed/replacementTable';

const GET_OLD = '/access_codes/unmanaged/get';
const GET_NEW = '/access_codes/get';
const LIST_NEW = '/access_codes/list';

/** Both passes read the old code once before it is deleted. */
const READS_BEFORE = 2;
const SHORT: ReplacementCase['options'] = { waitTimeout: 0.3 };

const refusal = (status: number, type: string, message: string): Fault => ({
	kind: 'status',
	status,
	body: { error: { type, message }, ok: false },
});
const DUPLICATE = refusal(
	409,
	'duplicate_access_code',
	'The device already has an access code with this PIN.',
);

const replaced = (deletion = '200', creation = '200'): ReplacementOutcome => ({
	run: 'success',
	outcome: 'replaced',
	onLock: 'the new code',
	deletion,
	creation,
});
const unchanged = (deletion: string): ReplacementOutcome => ({
	run: 'success',
	outcome: 'unchanged',
	onLock: 'the old code',
	deletion,
	creation: '',
});
const lockedOut = (
	creation: string,
	onLock: ReplacementOutcome['onLock'] = 'nothing',
): ReplacementOutcome => ({
	run: 'success',
	outcome: 'locked_out',
	onLock,
	deletion: '200',
	creation,
});
const pending = (
	onLock: ReplacementOutcome['onLock'],
	deletion: string,
	creation = '',
): ReplacementOutcome => ({ run: 'success', outcome: 'pending', onLock, deletion, creation });

const onDeletion = (
	fault: string,
	kind: Fault,
	expected: ReplacementOutcome,
	rest: Partial<ReplacementCase> = {},
): ReplacementCase => ({
	fault,
	provoke: ({ sandbox }) => sandbox.faults.next(DELETE, kind),
	expected,
	...rest,
});
const onCreation = (
	fault: string,
	kind: Fault,
	expected: ReplacementOutcome,
	rest: Partial<ReplacementCase> = {},
): ReplacementCase => ({
	fault,
	provoke: ({ sandbox }) => sandbox.faults.next(CREATE, kind),
	expected,
	...rest,
});
const always = (
	fault: string,
	path: string,
	kind: Fault,
	expected: ReplacementOutcome,
	{ after, ...rest }: Partial<ReplacementCase> & { after?: number } = {},
): ReplacementCase => ({
	fault,
	provoke: ({ sandbox }) => sandbox.faults.always(path, kind, { after }),
	expected,
	...rest,
});

/** Resolves after the service has accepted the deletion, which then takes a moment. */
const deletionIsTaken = async ({ requests }: Sandbox) =>
	await until(() => requests.of(DELETE).some(({ status }) => status === 200));

function disconnect({ state }: Sandbox): void {
	for (const { devicesById } of state.workspaces.values()) {
		const device = devicesById.get(OLD_CODE.deviceId);
		if (!device) continue;
		const error = {
			error_code: 'device_disconnected',
			message: 'The device is offline.',
			created_at: new Date().toISOString(),
			is_device_error: true,
		};
		state.setDevice(device, {
			...device.record,
			errors: [error],
			properties: { ...device.record.properties, online: false },
		});
	}
}

const beforeDeletion: ReplacementSection = {
	title: 'Before the deletion',
	cases: [
		{ fault: 'Nothing', expected: replaced() },
		always(
			'The second look at the lock fails (500)',
			'/devices/get',
			{ kind: 'internalError' },
			unchanged(''),
			{ after: 1 },
		),
		{
			fault: 'The lock goes offline',
			meanwhile: async ({ sandbox }) => {
				await until(() =>
					sandbox.requests.of('/devices/get').some(({ status }) => status !== undefined),
				);
				disconnect(sandbox);
			},
			// Each answer takes some time, so that the lock is offline before the next lookup.
			settings: { answerTimeMs: 30 },
			expected: unchanged(''),
		},
		{
			fault: 'Stop is pressed',
			meanwhile: async ({ sandbox, stop }) => {
				await until(() => sandbox.requests.of(GET_OLD).length === READS_BEFORE);
				stop.abort();
			},
			settings: { answerTimeMs: 30 },
			expected: {
				run: 'canceled',
				outcome: undefined,
				onLock: 'the old code',
				deletion: '',
				creation: '',
			},
		},
	],
};

const deletion: ReplacementSection = {
	title: 'The deletion',
	cases: [
		onDeletion(
			'The service refuses the deletion (400)',
			refusal(400, 'unsupported_device', 'Not through the service.'),
			unchanged('400'),
		),
		onDeletion('The key is no longer accepted (401)', { kind: 'unauthorized' }, unchanged('401')),
		onDeletion(
			'The service limits requests, and asks clients to wait a day (429)',
			{ kind: 'tooManyRequests', retryAfter: 86_400 },
			unchanged('429'),
		),
		onDeletion('The lock fails to delete the code', { kind: 'attemptFails' }, unchanged('200')),
		onDeletion(
			'Someone else has just removed the code (404)',
			{ kind: 'overtaken', by: 'removal' },
			{ run: 'success', outcome: 'pending', onLock: 'nothing', deletion: '404', creation: '' },
			{ options: SHORT },
		),
		onDeletion(
			'Someone else has just converted the code (404)',
			{ kind: 'overtaken', by: 'conversion' },
			{ ...unchanged('404'), onLock: 'the old code, managed' },
		),
		onDeletion(
			'Someone removes the code at the lock during the deletion',
			{ kind: 'codeRemoved' },
			replaced(),
		),
		onDeletion(
			'The connection breaks before the request arrives',
			{ kind: 'cut' },
			pending('the old code', 'cut'),
			{ options: SHORT },
		),
		onDeletion(
			'The service deletes the code, and the connection breaks before the answer arrives',
			{ kind: 'cut', isProcessed: true },
			replaced('cut'),
		),
		onDeletion(
			'The service deletes the code, and a proxy answers with a web page (502)',
			{ kind: 'badGateway', isProcessed: true },
			replaced('502'),
		),
		onDeletion(
			'The service deletes the code, and the answer breaks off (200, malformed JSON)',
			{ kind: 'malformedJson' },
			replaced(),
		),
		onDeletion(
			'The deletion is not finished when the wait is over',
			{ kind: 'attemptStaysPending' },
			pending('the old code', '200'),
			{ options: SHORT },
		),
		onDeletion(
			'The service reports success, but still lists the code',
			{ kind: 'attemptSucceedsWithoutEffect' },
			pending('the old code', '200'),
			{ options: SHORT },
		),
		onDeletion(
			'The service forgets the deletion while working on it (404 for the action attempt)',
			{ kind: 'attemptVanishes' },
			replaced(),
		),
		{
			fault: 'The service answers only ok, without an action attempt',
			settings: { deleteAnswer: 'okOnly' },
			expected: replaced(),
		},
		always(
			'The outcome of the deletion cannot be read (500)',
			'/action_attempts/list',
			{ kind: 'internalError' },
			replaced(),
		),
		always(
			'The node cannot check whether the code is gone (500)',
			GET_OLD,
			{ kind: 'internalError' },
			pending('nothing', '200'),
			{ after: READS_BEFORE, options: SHORT },
		),
		always(
			'The key is refused while the node waits (401)',
			GET_OLD,
			{ kind: 'unauthorized' },
			pending('nothing', '200'),
			{ after: READS_BEFORE },
		),
	],
};

const creation: ReplacementSection = {
	title: 'The creation',
	cases: [
		onCreation(
			'The connection breaks before the request arrives',
			{ kind: 'cut' },
			replaced('200', 'cut, 200'),
		),
		onCreation(
			'The service creates the code, and the connection breaks before the answer arrives',
			{ kind: 'cut', isProcessed: true },
			replaced('200', 'cut'),
		),
		onCreation(
			'The service creates the code, and a proxy answers with a web page (502)',
			{ kind: 'badGateway', isProcessed: true },
			replaced('200', '502'),
		),
		onCreation(
			'The service creates the code, and the answer does not contain it',
			{ kind: 'missingMember' },
			replaced(),
		),
		onCreation(
			'The service reports an internal error (500), once',
			{ kind: 'internalError' },
			replaced('200', '500, 200'),
		),
		{
			fault: 'Every request is cut',
			provoke: ({ sandbox }) => {
				sandbox.faults.always(CREATE, { kind: 'cut', isProcessed: true });
				sandbox.faults.always(LIST_NEW, { kind: 'cut' }, { after: READS_BEFORE });
			},
			options: SHORT,
			expected: pending('the new code', '200', 'cut'),
		},
		onCreation(
			'The service still counts the old code (409), for a moment',
			DUPLICATE,
			replaced('200', '409, 200'),
		),
		always(
			'The service still counts the old code (409), until the wait is over',
			CREATE,
			DUPLICATE,
			lockedOut('409 repeatedly'),
			{ options: SHORT },
		),
		onCreation(
			'The service limits requests (429), once',
			{ kind: 'tooManyRequests', retryAfter: 0 },
			replaced('200', '429, 200'),
		),
		onCreation(
			'The service limits requests, and asks clients to wait a day (429)',
			{ kind: 'tooManyRequests', retryAfter: 86_400 },
			lockedOut('429'),
		),
		onCreation(
			'The key is refused for a moment (401)',
			{ kind: 'unauthorized' },
			replaced('200', '401, 200'),
		),
		onCreation(
			'The service refuses the code (400)',
			refusal(400, 'invalid_input', 'The code 2011 breaks a rule of this device.'),
			lockedOut('400'),
		),
		always(
			'The key is refused from now on (401)',
			CREATE,
			{ kind: 'unauthorized' },
			lockedOut('401 repeatedly'),
		),
	],
};

const newCode: ReplacementSection = {
	title: 'The new code on its way to the lock',
	cases: [
		onCreation(
			'The lock does not take the code',
			{ kind: 'attemptFails' },
			lockedOut('200', 'the new code, not set'),
		),
		{
			fault: 'The lock goes offline between the two steps',
			meanwhile: async ({ sandbox }) => {
				await deletionIsTaken(sandbox);
				disconnect(sandbox);
			},
			options: SHORT,
			expected: pending('the new code, not set', '200', '200'),
		},
		onCreation(
			'The code is not set when the wait is over',
			{ kind: 'attemptStaysPending' },
			pending('the new code, not set', '200', '200'),
			{ options: SHORT },
		),
		onCreation(
			'The service forgets the creation while working on it (404 for the action attempt)',
			{ kind: 'attemptVanishes' },
			replaced(),
		),
		always(
			'The new code cannot be read (500)',
			GET_NEW,
			{ kind: 'internalError' },
			pending('the new code', '200', '200'),
			{ options: SHORT },
		),
	],
};

const stop: ReplacementSection = {
	title: 'Stop is pressed between the two steps',
	cases: [
		{
			fault: 'Stop, and all goes well',
			settings: { answerTimeMs: 30 },
			meanwhile: async ({ sandbox, stop: pressed }) => {
				await deletionIsTaken(sandbox);
				pressed.abort();
			},
			expected: { ...replaced(), run: 'canceled' },
		},
		{
			fault: 'Stop, and the service refuses the code (400)',
			settings: { answerTimeMs: 30 },
			provoke: ({ sandbox }) =>
				sandbox.faults.next(
					CREATE,
					refusal(400, 'invalid_input', 'The code 2011 breaks a rule of this device.'),
				),
			meanwhile: async ({ sandbox, stop: pressed }) => {
				await deletionIsTaken(sandbox);
				pressed.abort();
			},
			expected: { ...lockedOut('400'), run: 'canceled' },
		},
		{
			fault: 'Stop while the service limits the creation (429)',
			settings: { answerTimeMs: 30 },
			provoke: ({ sandbox }) =>
				sandbox.faults.next(CREATE, { kind: 'tooManyRequests', retryAfter: 2 }),
			meanwhile: async ({ sandbox, stop: pressed }) => {
				await until(() => sandbox.requests.of(CREATE).some(({ status }) => status === 429));
				pressed.abort();
			},
			expected: { ...replaced('200', '429, 200'), run: 'canceled' },
		},
	],
};

/** All rows, in the order of the page. */
export const replacementSections: ReplacementSection[] = [
	beforeDeletion,
	deletion,
	creation,
	newCode,
	stop,
];
