export interface ServiceErrorDetails {
	data?: Record<string, unknown>;
	/**
	 * Nested by parameter, each level with `_errors`; only with type `invalid_input`
	 * (docs/service.md#calls-3).
	 */
	validationErrors?: ValidationErrors;
	headers?: Record<string, string>;
	/** Used instead of the type (docs/service.md#calls-2). */
	labelAndTitle?: { label: string; title: string };
}

interface ValidationErrors {
	_errors: string[];
	[parameter: string]: ValidationErrors | string[];
}

/** A failed call in the service's terms. Only `http/server.ts` turns it into HTTP. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	constructor(
		readonly status: number,
		readonly type: string,
		message: string,
		readonly details: ServiceErrorDetails = {},
	) {
		super(message);
	}
}

/** The error for a broken rule about the whole request. */
export function invalidInput(message: string): ServiceError {
	return new ServiceError(400, 'invalid_input', message, {
		validationErrors: { _errors: [message] },
	});
}

/** Throws 400 `invalid_input` unless exactly one of the parameters is given. */
export function requireExactlyOne(parameters: Record<string, unknown>): void {
	if (Object.values(parameters).filter((value) => value !== undefined).length !== 1)
		throw invalidInput(`Exactly one of ${Object.keys(parameters).join(', ')} is required`);
}

export interface ParameterIssue {
	/** Names from the parameter down to the nested member. */
	path: string[];
	message: string;
}

export function invalidParameters(issues: readonly ParameterIssue[]): ServiceError {
	const tree: ValidationErrors = { _errors: [] };
	for (const { path, message } of issues) nodeAt(tree, path)._errors.push(message);
	const texts = issues.map(({ path, message }) =>
		path.length > 0 ? `${message} for "${path.join('.')}"` : message,
	);
	const message =
		texts.length === 1 ? String(texts[0]) : `${texts.length} Input Errors: ${texts.join(', ')}`;
	return new ServiceError(400, 'invalid_input', message, { validationErrors: tree });
}

function nodeAt(tree: ValidationErrors, path: string[]): ValidationErrors {
	let node = tree;
	for (const name of path) {
		const next = node[name];
		const child: ValidationErrors =
			next === undefined || Array.isArray(next) ? { _errors: [] } : next;
		node[name] = child;
		node = child;
	}
	return node;
}

/** The 400 error for what the device, or a code on it, does not allow. */
export const unsupportedDevice = (message: string, data: Record<string, unknown>): ServiceError =>
	new ServiceError(400, 'unsupported_device', message, { data });

/** The 404 error for a record that is unknown in this workspace or belongs to the other collection (managed or unmanaged). */
export function notFound(entity: string, data: Record<string, unknown>): ServiceError {
	const words = entity.replaceAll('_', ' ');
	return new ServiceError(404, `${entity}_not_found`, `Could not find ${words}.`, { data });
}
