import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../../host/engine/runWorkflow';
import { nodeOf, readExample } from '../../../host/n8n/readExample';
import { SENDER_LOGIN } from '../../../host/bookings/sender';
import type { HotelSandbox } from '../service/hotelSandbox';
import { webhookTrigger } from '../engine/webhookTrigger';

/**
 * Source: Oracle's specification of the Front Desk Operations Outbound API (github.com/oracle/hospitality-api-docs,
 * fofoutbound.json 24.2), and its guide "Room Keys Outbound" (docs.oracle.com, psrko).
 */
const ANSWERED = ['roomId', 'responseCode', 'encoderTerminal'];
const OPERATIONS = {
	externalRoomKeys: ANSWERED,
	roomKeysOutbound: [
		...ANSWERED,
		'roomKeyType',
		'keyUserType',
		'keyValidityStart',
		'keyValidityEnd',
		'keyCreationTime',
	],
};
const TIMES = ['keyValidityStart', 'keyValidityEnd', 'keyCreationTime'];
const CODES = ['OK', 'BY', 'UR', 'RY'];
/** So long, OPERA waits for the answer. */
export const LONGEST_ANSWER_MS = 20_000;

export type Operation = keyof typeof OPERATIONS;

/** What the desk sees. */
export interface DeskAnswer {
	status: number;
	code?: unknown;
	text?: unknown;
	pin?: unknown;
	run?: WorkflowRun;
}

export interface KeyRequest extends IDataObject {
	keyType: string;
}

/** The body of a call for a key. */
export function keyRequest(operation: Operation, changes: KeyRequest): IDataObject {
	return {
		encoderId: '7',
		encoderTerminal: 'DESK-1',
		roomId: '101',
		noOfKeys: 1,
		reservationIdList: [{ id: '98765', type: 'Reservation' }],
		keyValidityStart: '2031-01-29T15:00:00',
		keyValidityEnd: '2031-01-31T11:00:00',
		userId: 'ANNA',
		...(operation === 'externalRoomKeys'
			? { requestType: 'R3' }
			: {
					roomKeyType: 'PinCode',
					keyUserType: 'Guest',
					keyRequestTime: '2031-01-29T14:30:00Z',
					keyOptions: [],
				}),
		...changes,
	};
}

/** OPERA Cloud's outbound system: asks the workflow for keys of one hotel, and reads the answer as its specification says. */
export function operaDesk(service: HotelSandbox, operation: Operation, hotelId = 'HOTEL1') {
	const example = readExample('opera-room-key.json');
	const start = 'From OPERA';

	return async (changes: KeyRequest, password = SENDER_LOGIN.password): Promise<DeskAnswer> => {
		const all = keyRequest(operation, changes);
		const trigger = await webhookTrigger('n8n-nodes-base.webhook', {
			// n8n lets the workflow answer. Only the call itself is taken here.
			parameters: { ...nodeOf(example, start).parameters, responseMode: 'onReceived' },
			credentials: { ...service.credentials, httpBasicAuth: SENDER_LOGIN },
		});
		const login = Buffer.from(`${SENDER_LOGIN.user}:${password}`).toString('base64');
		const { items, status } = await trigger.receive({
			rawBody: JSON.stringify(all),
			headers: { authorization: `Basic ${login}` },
			params: { hotelId, operation },
		});
		await trigger.stop();
		if (!items) return { status };

		const run = await runWorkflow(example, {
			credentials: service.credentials,
			startNode: start,
			startItems: items,
			mode: 'webhook',
		});
		const [answer, ...others] = run.responses as Array<{ body: IDataObject; statusCode: number }>;
		expect([run.error(), others, answer?.statusCode]).toEqual([undefined, [], 201]);
		const { body } = JSON.parse(JSON.stringify(answer)) as { body: IDataObject };
		for (const name of OPERATIONS[operation])
			expect({ [name]: body[name] }).toEqual({ [name]: expect.any(String) });
		for (const name of TIMES) expect(Date.parse(String(body[name]))).not.toBeNaN();
		expect(CODES).toContain(body.responseCode);
		expect(body).toMatchObject({
			encoderId: '7',
			encoderTerminal: 'DESK-1',
			roomId: all.roomId,
			reservationIdList: all.reservationIdList,
		});
		const [track] = (body.keyTrack ?? []) as IDataObject[];
		return {
			status: 201,
			code: body.responseCode,
			text: body.responseText,
			pin: track?.keyTrack3,
			run,
		};
	};
}
