import { hotel } from '../../sandbox/fixtures/hotel';
import {
	frozenReleases,
	opened,
	sentRequests,
	type StoredNode,
} from './storedWorkflows/storedRelease';

// CONTRIBUTING says how a release freezes its nodes. While there is none, only the last test shows that these would fail.

it('a workflow that a release has saved opens with every field as it was, none of them red', () => {
	for (const [version, { operations, triggers }] of frozenReleases()) {
		for (const node of [...operations.map((operation) => operation.node), ...triggers]) {
			expect([version, node.name, opened(node)]).toEqual([
				version,
				node.name,
				{ isKnownVersion: true, parameters: node.parameters, issues: null },
			]);
		}
	}
});

it('a workflow that a release has saved sends the same requests', async () => {
	for (const [version, { operations }] of frozenReleases()) {
		for (const { node, requests } of operations)
			expect([version, node.name, await sentRequests(node)]).toEqual([
				version,
				node.name,
				requests,
			]);
	}
});

it('notices a field that is gone, a value that is gone, and another request', async () => {
	const node: StoredNode = {
		name: 'Get device',
		type: 'deviceAccess',
		typeVersion: 1,
		parameters: {
			resource: 'device',
			operation: 'get',
			deviceId: { __rl: true, mode: 'id', value: hotel.devices.frontDoor },
		},
	};
	const withField = { ...node, parameters: { ...node.parameters, nameOfLater: 'value' } };
	const withValue = { ...node, parameters: { ...node.parameters, operation: 'getOfLater' } };
	expect(opened(node)).toMatchObject({ isKnownVersion: true, issues: null });
	expect(opened(withField).parameters).not.toEqual(withField.parameters);
	expect(opened(withValue)).not.toMatchObject({ parameters: withValue.parameters, issues: null });
	expect(opened({ ...node, typeVersion: 9 }).isKnownVersion).toBe(false);
	expect(await sentRequests(node)).toEqual([
		{ path: '/devices/get', body: { device_id: hotel.devices.frontDoor } },
	]);
});
