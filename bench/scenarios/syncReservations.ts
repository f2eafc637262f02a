import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	DEFAULT_REQUESTS_IN_FLIGHT,
	MAX_REQUESTS_IN_FLIGHT,
} from '../../nodes/DeviceAccess/transport/limits';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { connect } from '../../host/engine/connect';
import { runNode } from '../../host/engine/runNode';
import { mapBounded } from '../bareClient/mapBounded';
import type { Send } from '../bareClient/send';
import { httpRequestDraft } from './httpRequestDraft';
import type { Scenario, Service } from './scenario';

const ROOMS = 100;
const REQUESTS_IN_FLIGHT = 10;
const KEY_PREFIX = 'reservation:';
const FIRST_ARRIVAL_MS = Date.UTC(2040, 0, 1, 15);
const HOUR_MS = 3_600_000;
const GET_PATH = '/access_grants/get';
const UPDATE_PATH = '/access_grants/update';

export interface SyncSizes {
	reservations: number;
	/** How many reservations have a new departure. */
	changed: number;
	answerTimeMs: number;
}

/** Syncs the list of reservations of a property management system, most of them unchanged. */
export function syncReservations({ reservations, changed, answerTimeMs }: SyncSizes): Scenario {
	return {
		name: changed === 0 ? 'syncUnchangedReservations' : 'syncReservations',
		title: `Sync ${reservations.toLocaleString('en')} reservations, ${changed === 0 ? 'none' : changed} of them changed`,
		notes: [
			`The other clients get the access grant of each reservation, and update it if the departure differs. The bare client has up to ${REQUESTS_IN_FLIGHT} requests in flight.`,
			'They do not notice a changed room, guest or PIN, or a reservation that is gone. This node compares all of these.',
		],
		sandbox: {
			devices: ROOMS,
			codesPerDevice: 0,
			settings: { answerTimeMs, attemptDurationMs: 0 },
		},
		arrange: async (service) =>
			await arrangeReservations(service, listReservations(reservations, 0)),
		prepareInput: async () => listReservations(reservations, changed),
		results: reservations,
		leastRequests: 0,
		requestsInFlight: DEFAULT_REQUESTS_IN_FLIGHT,
		rounds: 2,
		isDone: ({ outcome }) =>
			outcome === undefined || outcome === 'unchanged' || outcome === 'updated',
		parameters: SYNC,
		hasBatching: false,
		slow: ['floor', 'bareClient'],
		httpRequest: (baseUrl) => ({ draft: loopOfGetAndUpdate(baseUrl), resultNode: 'Get' }),
		bareRun: async (send, input) =>
			await mapBounded(
				input,
				REQUESTS_IN_FLIGHT,
				async (reservation) => await getAndUpdate(send, reservation),
			),
	};
}

/** Stays of one night, room after room. */
function listReservations(count: number, changed: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => {
		const arrivalMs = FIRST_ARRIVAL_MS + Math.floor(index / ROOMS) * 24 * HOUR_MS;
		const isChanged = changed > 0 && index % Math.floor(count / changed) === 0;
		return {
			id: String(index),
			guest: `Guest ${index}`,
			contact: `guest-${index}@example.com`,
			room: `room-${index % ROOMS}`,
			arrival: new Date(arrivalMs).toISOString(),
			departure: new Date(arrivalMs + (isChanged ? 21 : 20) * HOUR_MS).toISOString(),
		};
	});
}

const SYNC: INodeParameters = {
	resource: 'reservation',
	operation: 'syncMany',
	reservationKey: '={{ $json.id }}',
	status: 'confirmed',
	guestName: '={{ $json.guest }}',
	guestContact: '={{ $json.contact }}',
	rooms: { __rl: true, mode: 'key', value: '={{ $json.room }}' },
	arrival: '={{ $json.arrival }}',
	departure: '={{ $json.departure }}',
};

/** Creates the missing rooms and makes access match each reservation. Throws if a reservation failed. */
async function arrangeReservations(
	{ url, apiKey }: Service,
	reservations: IDataObject[],
): Promise<void> {
	const call = async (path: string, body: object) =>
		await fetch(`${url}${path}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
	const { spaces } = (await (await call('/spaces/list', {})).json()) as { spaces: unknown[] };
	for (let room = spaces.length; room < ROOMS; room++) {
		await call('/spaces/create', {
			name: `Room ${room}`,
			space_key: `room-${room}`,
			device_ids: [portfolio.deviceId(room)],
		});
	}
	const { items, error } = await runNode('deviceAccess', {
		parameters: { ...SYNC, options: { requestsInFlight: MAX_REQUESTS_IN_FLIGHT } },
		input: reservations,
		credentials: { deviceAccessApi: { baseUrl: url, apiKey } },
	});
	const failed = items.find(({ json }) => json.outcome === 'failed');
	if (error ?? failed)
		throw new Error(
			`The reservations could not be arranged: ${error?.message ?? JSON.stringify(failed?.json.problems)}`,
		);
}

const keyOf = ({ id }: IDataObject) => `${KEY_PREFIX}${String(id)}`;
const timeOf = (text: unknown) => Date.parse(String(text));

async function getAndUpdate(send: Send, reservation: IDataObject): Promise<IDataObject> {
	const { body } = await send(GET_PATH, { access_grant_key: keyOf(reservation) });
	const grant = body.access_grant as IDataObject | undefined;
	if (!grant || timeOf(grant.ends_at) === timeOf(reservation.departure)) return body;
	return (
		await send(UPDATE_PATH, {
			access_grant_id: grant.access_grant_id,
			ends_at: reservation.departure,
		})
	).body;
}

function loopOfGetAndUpdate(baseUrl: string) {
	return {
		nodes: [
			httpRequestDraft({
				name: 'Get',
				url: `${baseUrl}${GET_PATH}`,
				jsonBody: `={{ { "access_grant_key": "${KEY_PREFIX}" + $json.id } }}`,
			}),
			{
				name: 'Is Changed',
				type: 'n8n-nodes-base.if',
				parameters: { conditions: IS_CHANGED, options: {} },
			},
			httpRequestDraft({
				name: 'Update',
				url: `${baseUrl}${UPDATE_PATH}`,
				jsonBody:
					'={{ { "access_grant_id": $json.access_grant.access_grant_id, "ends_at": $("Start").item.json.departure } }}',
			}),
		],
		connections: connect(['Get', 'Is Changed', 0, 'Update']),
	};
}

const IS_CHANGED = {
	options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	combinator: 'and',
	conditions: [
		{
			id: 'is-changed',
			leftValue: '={{ Date.parse($json.access_grant.ends_at) }}',
			rightValue: '={{ Date.parse($("Start").item.json.departure) }}',
			operator: { type: 'number', operation: 'notEquals' },
		},
	],
};
