import type { IDataObject } from 'n8n-workflow';
import { connect } from '../../host/engine/connect';
import { httpRequestDraft } from './httpRequestDraft';
import { awaitAttempts } from '../bareClient/awaitAttempts';
import { CODES_PER_DEVICE, CONVERT_PATH, convertCodes } from './convertCodes';
import type { Scenario } from './scenario';

const REQUESTS_IN_FLIGHT = 10;
const WAIT_S = 2;

/** Converts codes and waits for the outcome of each conversion. */
export function convertAndWait(
	codes: number,
	attemptDurationMs: number,
	answerTimeMs: number,
	rounds?: number,
): Scenario {
	const submitting = convertCodes(codes, REQUESTS_IN_FLIGHT, answerTimeMs);
	return {
		...submitting,
		name: 'convertAndWait',
		title: `Convert ${codes.toLocaleString('en')} codes and wait for their outcomes (${attemptDurationMs / 1000} s each)`,
		notes: [
			`The workflow with HTTP Request converts the codes, waits ${WAIT_S} s, looks up each attempt, and waits again for those that are pending.`,
			'The bare client looks up all open attempts every second, 100 per request.',
		],
		sandbox: {
			devices: codes / CODES_PER_DEVICE,
			codesPerDevice: CODES_PER_DEVICE,
			settings: { answerTimeMs, attemptDurationMs },
		},
		rounds,
		isDone: isConverted,
		parameters: { ...submitting.parameters, waitForCompletion: true },
		httpRequest: (baseUrl, isBatched) => ({
			draft: waitingWorkflow(baseUrl, isBatched),
			resultNode: 'Done',
		}),
		bareRun: async (send, input) => {
			const accepted = await submitting.bareRun(send, input);
			return await awaitAttempts(
				send,
				accepted.map(({ action_attempt: attempt }) => attempt as IDataObject),
				REQUESTS_IN_FLIGHT,
			);
		},
	};
}

/** This node returns `outcome`; the other clients return the action attempt, by itself or inside the answer. */
function isConverted(record: IDataObject): boolean {
	const attempt = (record.action_attempt as IDataObject | undefined) ?? record;
	return record.outcome === 'converted' || attempt.status === 'success';
}

function waitingWorkflow(baseUrl: string, isBatched: boolean) {
	return {
		nodes: [
			httpRequestDraft({
				name: 'Convert',
				url: `${baseUrl}${CONVERT_PATH}`,
				jsonBody: '={{ { "access_code_id": $json.access_code_id } }}',
				isBatched,
			}),
			{
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				parameters: { resume: 'timeInterval', amount: WAIT_S, unit: 'seconds' },
			},
			httpRequestDraft({
				name: 'Look Up',
				url: `${baseUrl}/action_attempts/get`,
				jsonBody: '={{ { "action_attempt_id": $json.action_attempt.action_attempt_id } }}',
				isBatched,
			}),
			{
				name: 'Is Pending',
				type: 'n8n-nodes-base.if',
				parameters: { conditions: IS_PENDING, options: {} },
			},
			{ name: 'Done', type: 'n8n-nodes-base.noOp' },
		],
		connections: connect(
			['Convert', 'Wait', 'Look Up', 'Is Pending', 0, 'Wait'],
			['Is Pending', 1, 'Done'],
		),
	};
}

const IS_PENDING = {
	options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	combinator: 'and',
	conditions: [
		{
			id: 'is-pending',
			leftValue: '={{ $json.action_attempt?.status }}',
			rightValue: 'pending',
			operator: { type: 'string', operation: 'equals' },
		},
	],
};
