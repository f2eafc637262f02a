import { readFileSync } from 'node:fs';
import { listAll } from '../../nodes/DeviceAccess/lists/listAllPages';
import { defineOperation, one } from '../../nodes/DeviceAccess/operation';
import type { SendRequest } from '../../nodes/DeviceAccess/transport/request';
import { RECORD_ROWS } from '../../nodes/DeviceAccess/wire/recordTable';
import { resources } from '../../nodes/DeviceAccess/resources';
import { endpointTypes, ENDPOINTS_FILE } from '../../tools/wire/endpointTypes';
import { REQUESTS_FILE, requestSchemas } from '../../tools/wire/requestSchemas';

it('the types of endpoints and requests are those of the specification: npm run generate writes them', async () => {
	expect(readFileSync(ENDPOINTS_FILE, 'utf8')).toBe(await endpointTypes());
});

it('the requests of the sandbox are those of the specification: npm run generate writes them', async () => {
	expect(readFileSync(REQUESTS_FILE, 'utf8')).toBe(await requestSchemas());
});

it('every record can be listed, and every operation has an endpoint of the specification', async () => {
	const types = await endpointTypes();
	const lists = RECORD_ROWS.map(({ root }) => `${root}/list`);
	const ofOperations = resources.flatMap(({ operations }) =>
		operations.flatMap(({ endpoint }) => endpoint ?? []),
	);
	expect(lists.length).toBeGreaterThan(20);
	expect([...lists, ...ofOperations].filter((path) => !types.includes(`\'${path}\':`))).toEqual([]);
});

/** Never called: `npm run types` fails if one of these compiles. */
export async function misspelled(send: SendRequest): Promise<void> {
	// @ts-expect-error There is no such endpoint.
	await send({ endpoint: '/devices/gett', body: {}, effect: 'read' });
	// @ts-expect-error The request has no such member.
	await send({ endpoint: '/devices/get', body: { devise_id: 'd1' }, effect: 'read' });
	// @ts-expect-error The list has no such filter.
	await listAll(send, { endpoint: '/devices/list', member: 'devices', parameters: { spaceid: 1 } });
	defineOperation({
		value: 'get',
		name: 'Get',
		action: 'Get device',
		description: 'Get one device',
		endpoint: '/devices/get',
		effect: 'read',
		kind: one('device'),
		// @ts-expect-error No request has such a member.
		fields: { id: { displayName: 'Device', type: 'string', default: '', wire: 'devise_id' } },
	});
	defineOperation({
		value: 'get',
		name: 'Get',
		action: 'Get device',
		description: 'Get one device',
		endpoint: '/devices/get',
		effect: 'read',
		kind: one('device'),
		fields: {},
		// @ts-expect-error The request has no such member.
		request: () => ({ devise_id: 'd1' }),
	});
}
