import { NodeConnectionTypes, UnexpectedError, type Logger } from 'n8n-workflow';
import { pollTrigger } from './pollTrigger';

/** The logger that the engine gives to every node; a test can spy on it to see what a node writes to n8n's log. */
export async function engineLogger(): Promise<Logger> {
	let logger: Logger | undefined;
	await pollTrigger({
		description: {
			displayName: 'Logger',
			name: 'loggerOfTest',
			group: ['trigger'],
			version: 1,
			description: 'Node of a test',
			defaults: { name: 'Logger' },
			polling: true,
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async poll() {
			logger = this.logger;
			return null;
		},
	});
	if (logger === undefined) throw new UnexpectedError('The engine gave the node no logger.');
	return logger;
}
