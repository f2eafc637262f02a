import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { WireObject } from '../wire/records';
import { type EventChoice, readEventChoice } from './eventFilter';

export const chosenEvents = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): EventChoice =>
	readEventChoice({
		triggerOn: context.getNodeParameter('triggerOn'),
		moreEvents: context.getNodeParameter('moreEvents', []),
		options: context.getNodeParameter('options', {}) as WireObject,
	});
