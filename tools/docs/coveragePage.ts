import { EVENT_TYPES } from '../../nodes/DeviceAccess/events/eventTypes';
import { coveredEndpoints } from './coveredEndpoints';
import type { Page } from './page';

/** Which endpoints and events of the service's API the nodes offer, and which the sandbox has. */
export const coveragePages = (): Page[] => [['coverage.md', coverageText()]];

const coverageText = () => `# Coverage of the API

Look up which endpoints and events of the service's API the nodes offer, and which the [sandbox](../sandbox/README.md) has. \`npm run docs\` writes this page.

## Endpoints

An operation that needs several endpoints is listed beside those that do its work, not beside those that it only reads from. *Reservation* operations are each listed beside one endpoint only. The endpoints for thermostats, noise sensors, phones, client sessions and bridges are not in this table. Call them with n8n's HTTP Request node and the **Device Access API** credential.

| Endpoint | Node | Sandbox |
| --- | --- | --- |
${coveredEndpoints()
	.map(
		({ path, operations, isInSandbox, reason }) =>
			`| \`${path}\` | ${operations.join(', ') || `Not offered: ${reason}`} | ${isInSandbox ? 'yes' : 'no'} |`,
	)
	.join('\n')}

## Event types

Both triggers offer every event type of the API.

| About | Event types |
| --- | --- |
${[...eventTypesByRecord()]
	.map(([record, types]) => `| ${record} | ${types.map((type) => `\`${type}\``).join(', ')} |`)
	.join('\n')}
`;

function eventTypesByRecord(): Map<string, string[]> {
	const types = new Map<string, string[]>();
	for (const value of EVENT_TYPES.map((type) => type.value).sort()) {
		const [record = ''] = value.split('.');
		types.set(record, [...(types.get(record) ?? []), value]);
	}
	return types;
}
