import type { ApiContext } from './credential';

/** The signal that n8n aborts when someone stops the workflow. Triggers and pickers have none. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The context with another signal, because n8n's helper takes the signal from its context. */
export function withCancelSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ApiContext;
}

/** Acts when the signal aborts, or immediately if it already has. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): void {
	if (signal?.aborted) act();
	else signal?.addEventListener('abort', act, { once: true });
}
