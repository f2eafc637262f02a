import type { ApiContext } from './credential';

/** The signal that n8n aborts when a person stops the workflow; triggers and pickers have none. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The same context with another signal: n8n's helper binds each request to the one of its context, where that has one. */
export function withCancelSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ApiContext;
}

/** Acts when the signal is aborted; at once where it is already. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): void {
	if (signal?.aborted) act();
	else signal?.addEventListener('abort', act, { once: true });
}
