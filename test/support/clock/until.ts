import { waitFor } from '../../../host/process/waitFor';

/** Resolves once the condition is true. @throws Error after `timeoutMs`, so that no test goes on with less */
export const until = async (
	isSo: () => boolean | Promise<boolean>,
	timeoutMs = 5_000,
): Promise<void> =>
	void (await waitFor(
		String(isSo).slice(0, 200),
		async () => (await isSo()) || undefined,
		timeoutMs,
	));
