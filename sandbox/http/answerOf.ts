import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { inWorkspace } from '../domain/service';
import type { Fault } from '../faults/faults';
import type { Caller } from './call';
import { publishExchange } from './exchanges';
import { routes } from './routes';
import type { Route } from './routes/defineRoute';
import type { SandboxService } from './sandboxService';
import { toInvalidInput } from './validation';

export const routesByPath = new Map<string, Route>(routes.map((route) => [route.path, route]));

const validators = new WeakMap<object, ReturnType<typeof TypeBoxValidatorCompiler>>();

/** Compiles a schema on first use, once for all sandboxes of the process, because tests start thousands. */
export const compileOnce: typeof TypeBoxValidatorCompiler = (route) => (value) => {
	const validate = validators.get(route.schema) ?? TypeBoxValidatorCompiler(route);
	validators.set(route.schema, validate);
	return validate(value);
};

interface RouteCall extends Caller {
	parameters: Record<string, unknown>;
	fault?: Fault;
}

/** The body of a successful answer. Throws `ServiceError` for what the service refuses. */
export function answerOf(
	service: SandboxService,
	route: Route,
	{ parameters, workspace, ...call }: RouteCall,
): Record<string, unknown> {
	validate(route, parameters);
	const deviceId = deviceOf(service, parameters);
	if (deviceId !== undefined) service.rateLimits.spend(route.path, deviceId);
	const answer =
		route.answer(inWorkspace(service, workspace), {
			...call,
			path: route.path,
			parameters,
		}) ?? {};
	const body = { ...answer, ok: true };
	publishExchange({
		path: route.path,
		request: parameters,
		answer: body,
		settings: service.settings,
	});
	return body;
}

function validate({ path: url, parameters: schema }: Route, parameters: unknown): void {
	const compiled = compileOnce({ schema, method: 'POST', url, httpPart: 'body' });
	const { error } = compiled(parameters) as { error?: Parameters<typeof toInvalidInput>[0] };
	if (error) throw toInvalidInput(error);
}

function deviceOf(
	service: SandboxService,
	{ device_id: deviceId, access_code_id: accessCodeId }: Record<string, unknown>,
): string | undefined {
	if (typeof deviceId === 'string') return deviceId;
	return typeof accessCodeId === 'string'
		? service.state.accessCodes.get(accessCodeId)?.deviceId
		: undefined;
}
