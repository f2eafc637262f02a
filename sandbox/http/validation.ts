import { invalidParameters, type ParameterIssue, type ServiceError } from '../domain/serviceError';

interface SchemaError {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

/**
 * The service's answer to a request that breaks its schema: 400 `invalid_input`, errors nested by
 * parameter (docs/service.md#calls-3).
 */
export function toInvalidInput(errors: readonly SchemaError[]): ServiceError {
	return invalidParameters(errors.flatMap(toIssues));
}

function toIssues({ keyword, instancePath, params, message }: SchemaError): ParameterIssue[] {
	const path = instancePath.split('/').slice(1);
	const { requiredProperties } = params;
	if (keyword === 'required' && Array.isArray(requiredProperties)) {
		return requiredProperties.map((name) => ({
			path: [...path, String(name)],
			message: 'Required',
		}));
	}
	if (keyword === 'format') return [{ path, message: `Invalid ${String(params.format)}` }];
	// The validator reports the alternatives of a union one by one and then together; one message is enough.
	if (keyword === 'anyOf' || params.type === 'null') return [];
	return [{ path, message: message ?? 'Invalid' }];
}
