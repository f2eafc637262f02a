import type { INodeExecutionData } from 'n8n-workflow';
import type { CodeState, ServiceState } from './soakMessages';
import type { SoakCode } from './soakSetup';

/** The outcome that the node claims for an item. */
export type Claim =
	| 'converted'
	| 'attemptFailed'
	| 'unsupported'
	| 'pending'
	| 'mayHaveActed'
	| 'notDone'
	| 'unreadable';

/** The node's claims, compared with the service's own state. */
export interface Comparison {
	/** Items by claim, and how many of their codes are managed in the end. */
	claims: Record<Claim, { items: number; managed: number }>;
	/** Codes with more than one conversion request. Another request is allowed only after a 429. */
	askedAgain: number;
	/** All discrepancies, in words; empty if the report is exact. */
	discrepancies: string[];
}

/** How many discrepancies include facts. More facts would distort the memory measurement. */
const MOST_WITH_FACTS = 50;

/** Refusals after which a request may be sent again, because the service did not act. */
const MAY_BE_ASKED_AGAIN = new Set<number | null>([429]);

/** Errors after which the request may never have reached the service, so the node's own report counts. */
const MAY_NOT_HAVE_ARRIVED = new Set<unknown>(['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE']);

/** Compares every item's output with the state of its code in the service and with the requests for that code. */
export function compareWithService(
	codes: SoakCode[],
	output: INodeExecutionData[],
	service: ServiceState,
): Comparison {
	const claims = Object.fromEntries(
		(
			[
				'converted',
				'attemptFailed',
				'unsupported',
				'pending',
				'mayHaveActed',
				'notDone',
				'unreadable',
			] satisfies Claim[]
		).map((claim) => [claim, { items: 0, managed: 0 }]),
	) as Comparison['claims'];
	const discrepancies: string[] = [];
	const openByDevice: Record<string, number> = { ...service.begunByDevice };
	const outputOf = indexOutput(output, codes.length, discrepancies);
	let askedAgain = 0;
	for (const [itemIndex, { accessCodeId, deviceId }] of codes.entries()) {
		const item = outputOf[itemIndex];
		const known = service.codes[accessCodeId];
		if (!item || !known) {
			discrepancies.push(
				`item ${itemIndex}: ${item ? 'the service does not know its code' : 'lost, there is no output for it'}`,
			);
			continue;
		}
		const claim = claimOf(item.json);
		claims[claim].items++;
		if (known.isManaged) claims[claim].managed++;
		if (known.answers.length > 1) askedAgain++;
		openByDevice[deviceId] =
			(openByDevice[deviceId] ?? 0) -
			known.converted -
			known.failed -
			(claim === 'pending' ? 1 : 0);
		const id = item.json.access_code_id;
		const problems = [
			...problemsOf(claim, known, item.json),
			...(id === undefined || id === accessCodeId ? [] : [`names another code, ${String(id)}`]),
		];
		for (const problem of problems) {
			const facts =
				discrepancies.length < MOST_WITH_FACTS
					? `; ${JSON.stringify(known)}; ${JSON.stringify(item.json)}`
					: '';
			discrepancies.push(`item ${itemIndex}: ${problem}${facts}`);
		}
	}
	for (const [deviceId, open] of Object.entries(openByDevice)) {
		if (open !== 0)
			discrepancies.push(
				`device ${deviceId}: ${open} conversions more were begun than ended or are told as pending`,
			);
	}
	return { claims, askedAgain, discrepancies };
}

/** The output by input item. Adds a discrepancy if an item has several outputs, or an output has no item or is out of order. */
function indexOutput(
	output: INodeExecutionData[],
	items: number,
	discrepancies: string[],
): Array<INodeExecutionData | undefined> {
	const byItem = new Array<INodeExecutionData | undefined>(items).fill(undefined);
	let lastIndex = -1;
	for (const [place, item] of output.entries()) {
		const { pairedItem } = item;
		const index =
			typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : NaN;
		if (!(index >= 0 && index < items)) discrepancies.push(`output ${place}: belongs to no item`);
		else if (byItem[index]) discrepancies.push(`item ${index}: has more than one output`);
		else byItem[index] = item;
		if (index <= lastIndex) discrepancies.push(`output ${place}: is not in the order of the items`);
		lastIndex = index;
	}
	return byItem;
}

function claimOf({ outcome, error, details }: INodeExecutionData['json']): Claim {
	if (error === undefined) {
		return outcome === 'converted' || outcome === 'pending' || outcome === 'unsupported'
			? outcome
			: 'unreadable';
	}
	const { outcome: failedOutcome, may_have_acted: mayHaveActed } = (details ?? {}) as {
		outcome?: unknown;
		may_have_acted?: unknown;
	};
	if (failedOutcome === 'failed') return 'attemptFailed';
	return mayHaveActed === true ? 'mayHaveActed' : 'notDone';
}

function problemsOf(
	claim: Claim,
	{ isManaged, answers, converted, failed }: CodeState,
	{ details }: INodeExecutionData['json'],
): string[] {
	const acted = converted + failed;
	const hasNotArrived =
		acted === 0 && MAY_NOT_HAVE_ARRIVED.has((details as { type?: unknown } | undefined)?.type);
	const isAccepted = answers.at(-1) === 200;
	const contradictions: Record<Claim, Array<[boolean, string]>> = {
		converted: [
			[!isManaged || converted !== 1 || failed !== 0, 'said to be converted, and is not'],
		],
		attemptFailed: [[isManaged || failed !== 1, 'said to have failed at the lock, and has not']],
		unsupported: [[isManaged || acted > 0, 'said to be unsupported, and was acted on']],
		pending: [
			[acted > 0, 'said to be pending, although its conversion ended'],
			[!isAccepted, 'said to be accepted, and was not'],
		],
		mayHaveActed: [
			[answers.length === 0 && !hasNotArrived, 'said to be perhaps done, and was never asked for'],
		],
		notDone: [[isManaged || acted > 0, 'said to be not done for certain, and was acted on']],
		unreadable: [[true, 'its output says nothing that can be checked']],
	};
	const again = answers.slice(0, -1).filter((status) => !MAY_BE_ASKED_AGAIN.has(status));
	return [
		...contradictions[claim]
			.filter(([isContradicted]) => isContradicted)
			.map(([, problem]) => problem),
		...(again.length > 0
			? ['was sent again after an answer that does not prove that nothing happened']
			: []),
		...(acted > 1 ? [`was acted on ${acted} times`] : []),
		...(isManaged !== converted > 0
			? ['the service contradicts itself: its events and its codes differ']
			: []),
	];
}
