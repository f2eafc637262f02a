import type { ValidationErrors } from '../domain/serviceError';
import { ServiceError } from '../domain/serviceError';

interface SchemaError {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

/** The service's answer to a request that breaks its schema: 400 `invalid_input`, errors nested by parameter (facts 1). */
export function toInvalidInput(errors: readonly SchemaError[]): ServiceError {
	const issues = errors.flatMap(toIssues);
	const tree: ValidationErrors = { _errors: [] };
	for (const { path, message } of issues) nodeAt(tree, path)._errors.push(message);
	const texts = issues.map(({ path, message }) => (path.length > 0 ? `${message} for "${path.join('.')}"` : message));
	const message = texts.length === 1 ? String(texts[0]) : `${texts.length} Input Errors: ${texts.join(', ')}`;
	return new ServiceError(400, 'invalid_input', message, { validationErrors: tree });
}

interface Issue {
	path: string[];
	message: string;
}

function toIssues({ keyword, instancePath, params, message }: SchemaError): Issue[] {
	const path = instancePath.split('/').slice(1);
	const { requiredProperties } = params;
	if (keyword === 'required' && Array.isArray(requiredProperties)) {
		return requiredProperties.map((name) => ({ path: [...path, String(name)], message: 'Required' }));
	}
	if (keyword === 'format') return [{ path, message: `Invalid ${String(params.format)}` }];
	// The alternatives of a union are reported one by one and then together; one sentence is enough.
	if (keyword === 'anyOf' || params.type === 'null') return [];
	return [{ path, message: message ?? 'Invalid' }];
}

function nodeAt(tree: ValidationErrors, path: string[]): ValidationErrors {
	let node = tree;
	for (const name of path) {
		const next = node[name];
		const child: ValidationErrors = next === undefined || Array.isArray(next) ? { _errors: [] } : next;
		node[name] = child;
		node = child;
	}
	return node;
}
