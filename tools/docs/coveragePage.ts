import { resources } from '../../nodes/DeviceAccess/resources';
import { coveredEndpoints } from './coveredEndpoints';
import type { Page } from './page';

/** Which endpoints of the service's API the nodes do not offer, and why. */
export const coveragePages = (): Page[] => [['coverage.md', coverageText()]];

const coverageText = () => `# Coverage of the API

<!-- Written by \`npm run docs\`. -->

The nodes offer every documented endpoint of the service's API for locks, except those below, and both triggers offer every [event type](events.md). The line below each operation in the [reference](reference/README.md) names its endpoints.

Further settings of a customer's portal, and endpoints for thermostats, noise sensors, phones, client sessions and bridges, are not offered. Call them with n8n's HTTP Request node and the [Device Access API credential](reference/credential.md).

| Endpoint | Why it is not offered |
| --- | --- |
${coveredEndpoints()
	.flatMap(({ path, reason }) =>
		reason === undefined ? [] : [`| \`${path}\` | ${inWords(reason)} |`],
	)
	.join('\n')}
`;

/** A reason with the names that the node panel has, for names such as \`device.get\`. */
const inWords = (reason: string): string =>
	reason.replace(/\b[a-z]\w*\.\w+\b/g, (name) => {
		const [resource, operation] = name.split('.');
		const action = resources
			.find(({ value }) => value === resource)
			?.operations.find(({ value }) => value === operation)?.action;
		return action === undefined ? name : `*${action}*`;
	});
