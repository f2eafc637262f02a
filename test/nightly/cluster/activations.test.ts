import { N8nApiError, type SavedWorkflow } from '../../../host/n8n/n8nClient';
import { waitFor } from '../../../host/process/waitFor';
import type { Fault } from '../../../sandbox/faults/faults';
import {
	countByEvent,
	countByStatus,
	eventIdOf,
	waitUntilIdle,
} from '../../support/cluster/executions';
import { printFigures, publishFigures } from '../../support/cluster/publishFigures';
import { seededRandom } from '../../support/cluster/seededRandom';
import { sizeOf } from '../../support/cluster/sizes';
import {
	CLUSTER_START_TIME_LIMIT_MS,
	startTestCluster,
	type TestCluster,
} from '../../support/cluster/startTestCluster';
import { EVENT_TYPE, triggerWorkflow } from '../../support/cluster/triggerWorkflow';

const SEED = 20_261_122;

/** Percentage of rounds in which the service fails. */
const FAULTY_ROUNDS_PERCENT = 40;

interface ScriptedFault {
	readonly path: string;
	readonly fault: Fault;
	/** Allowed consequences of the fault. */
	readonly mayFail?: 'activation';
	readonly mayLeave?: 'registration';
}

const FAULTS: readonly ScriptedFault[] = [
	{ path: '/webhooks/create', fault: { kind: 'outage' }, mayFail: 'activation' },
	{ path: '/webhooks/create', fault: { kind: 'cut', isProcessed: true }, mayFail: 'activation' },
	{
		path: '/webhooks/create',
		fault: { kind: 'badGateway', status: 504, isProcessed: true },
		mayFail: 'activation',
	},
	{ path: '/webhooks/create', fault: { kind: 'slow', delayMs: 1_000 } },
	{ path: '/webhooks/list', fault: { kind: 'internalError' } },
	{ path: '/webhooks/list', fault: { kind: 'cut' } },
	{ path: '/webhooks/delete', fault: { kind: 'outage' }, mayLeave: 'registration' },
	{ path: '/webhooks/delete', fault: { kind: 'cut', isProcessed: true } },
];

let cluster: TestCluster;
let workflow: SavedWorkflow;
let events = 0;

beforeAll(async () => {
	cluster = await startTestCluster('activations', {
		sandbox: { fixture: 'portfolio', devices: 5, codesPerDevice: 1 },
	});
	workflow = await cluster.client.importWorkflow(
		triggerWorkflow('Activations', cluster.credential),
	);
}, CLUSTER_START_TIME_LIMIT_MS);

afterAll(async () => {
	await cluster?.stop();
});

/** Publishes the workflow. Returns n8n's message if it refuses because the node could not register. */
async function activate(): Promise<string | undefined> {
	try {
		await cluster.client.activate(workflow.id);
		return undefined;
	} catch (error) {
		if (!(error instanceof N8nApiError)) throw error;
		return error.message;
	}
}

async function registrations(): Promise<number> {
	return (await cluster.sandbox.control<{ webhooks: unknown[] }>('webhooks')).webhooks.length;
}

async function emitEvent(): Promise<string> {
	const eventId = eventIdOf(++events);
	await cluster.sandbox.control('events', { event_type: EVENT_TYPE, event_id: eventId });
	return eventId;
}

/** The HTTP status of the answer to the first attempt to deliver the event. */
async function firstAnswerTo(eventId: string): Promise<number | null> {
	return await waitFor(`an answer to event ${eventId}`, async () => {
		const { deliveries } = await cluster.sandbox.control<{
			deliveries: Array<{ event_id: string; status: number | null }>;
		}>('deliveries');
		return deliveries.find((delivery) => delivery.event_id === eventId)?.status;
	});
}

interface Round {
	readonly fault: ScriptedFault | undefined;
	readonly isActive: boolean;
	/** n8n's message if it could not activate the workflow. */
	readonly refusal: string | undefined;
	readonly whileActive: number;
	/** Undefined if n8n could not activate the workflow. */
	readonly answer: number | null | undefined;
	readonly afterwards: number;
}

/** Activates and deactivates once, with one event before the deactivation and one that is under way during it. */
async function runRound(fault: ScriptedFault | undefined): Promise<Round> {
	if (fault !== undefined)
		await cluster.sandbox.control('faults', { path: fault.path, fault: fault.fault });
	const refusal = await activate();
	const isActive = refusal === undefined;
	const whileActive = await registrations();
	const answer = isActive ? await firstAnswerTo(await emitEvent()) : undefined;
	await emitEvent();
	await cluster.client.deactivate(workflow.id);
	const afterwards = await registrations();
	await cluster.sandbox.control('faults/clear', {});
	return { fault, isActive, refusal, whileActive, answer, afterwards };
}

const what = ({ fault }: Round) =>
	fault === undefined
		? 'no fault'
		: `${fault.path} ${fault.fault.kind}${'isProcessed' in fault.fault ? ', processed all the same' : ''}`;

/** The rounds with an outcome that is not allowed. */
function complaints(rounds: readonly Round[]): string[] {
	return rounds.flatMap((round, index) => {
		const { fault, isActive, refusal, whileActive, answer, afterwards } = round;
		const mayLeave = fault?.mayLeave === 'registration' ? 1 : 0;
		const wrong = [
			// The next activation removes what a refused deletion left; the service may refuse that, too.
			...(isActive || fault?.mayFail === 'activation' || fault?.mayLeave === 'registration'
				? []
				: [`was not activated (${refusal})`]),
			...((isActive ? whileActive === 1 : whileActive <= 1)
				? []
				: [`${whileActive} registrations after activation`]),
			...(answer === undefined || answer === 200 ? [] : [`the event was answered ${answer}`]),
			...(afterwards <= mayLeave ? [] : [`${afterwards} registrations after deactivation`]),
		];
		return wrong.length === 0 ? [] : [`round ${index + 1} (${what(round)}): ${wrong.join(', ')}`];
	});
}

it('never has two registrations and leaves none behind, however the service fails and whatever arrives meanwhile', async () => {
	const random = seededRandom(SEED);
	const rounds: Round[] = [];
	for (let round = 1; round <= sizeOf('activations'); round++) {
		const fault =
			random() * 100 < FAULTY_ROUNDS_PERCENT
				? FAULTS[Math.floor(random() * FAULTS.length)]
				: undefined;
		rounds.push(await runRound(fault));
	}
	const last = await runRound(undefined);
	await waitUntilIdle(cluster, workflow.id);

	const faulty = rounds.filter(({ fault }) => fault !== undefined);
	const figures = printFigures({
		title: 'Activation and deactivation while the service fails',
		text: `${rounds.length} activations, each followed by a deactivation while an event is being delivered; in ${faulty.length} of them the service fails: refuses, cuts the connection before or after it has acted, answers late or with an error page.`,
		header: ['Counted', 'Times'],
		rows: [
			['Activated', String(rounds.filter(({ isActive }) => isActive).length)],
			[
				'Not activated, because the service refused; the editor said why',
				String(rounds.filter(({ isActive }) => !isActive).length),
			],
			[
				'More than one registration',
				String(rounds.filter(({ whileActive }) => whileActive > 1).length),
			],
			[
				'A registration outlived the deactivation, because the service refused to delete it; the next activation removed it',
				String(rounds.filter(({ afterwards }) => afterwards > 0).length),
			],
			['Registrations left at the end', String(last.afterwards)],
		],
		sizes: ['activations'],
	});

	expect(complaints([...rounds, last])).toEqual([]);
	expect(last.afterwards).toBe(0);
	const starts = await countByEvent(cluster, workflow.id);
	expect([...starts].filter(([, count]) => count !== 1)).toEqual([]);
	expect(Object.keys(await countByStatus(cluster, workflow.id))).toEqual(['success']);
	await publishFigures(cluster, figures);
});
