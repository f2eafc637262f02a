import type { ILoadOptionsFunctions } from 'n8n-workflow';

/** The ID that a locator of the form holds, by which a list is narrowed; undefined where the form shows none. Never throws. */
export function chosenId(context: ILoadOptionsFunctions, fieldName: string): string | undefined {
	const id = readShown(context, fieldName);
	return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

/** n8n throws for a field that the chosen operation does not have, or hides. */
function readShown(context: ILoadOptionsFunctions, fieldName: string): unknown {
	try {
		return context.getNodeParameter(fieldName, '', { extractValue: true });
	} catch {
		return undefined;
	}
}
