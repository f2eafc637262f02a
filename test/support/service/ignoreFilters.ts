import type { Sandbox } from '../../../sandbox/createSandbox';
import {
	startHttpServer,
	type HttpServer,
	type ReceivedRequest,
} from '../../../host/process/httpServer';

interface ListAnswer {
	devices: Array<{ device_id: string }>;
	access_codes: unknown[];
}

/** Paths whose filters are removed; paging stays. */
const WITHOUT_FILTERS = ['/access_grants/list', '/acs/credentials/list', '/devices/list'];
const CODE_LISTS = ['/access_codes/list', '/access_codes/unmanaged/list'];

/** Puts a server in front of the sandbox. It removes filters, so that every list has all devices, grants, cards or codes. */
export async function ignoreFilters(sandbox: Sandbox): Promise<HttpServer> {
	const ask = async ({ path, headers }: Pick<ReceivedRequest, 'path' | 'headers'>, body: object) =>
		await fetch(`${sandbox.url}${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json', authorization: String(headers.authorization) },
		});
	return await startHttpServer(async (request) => {
		const body = JSON.parse(request.body) as Record<string, unknown>;
		if (CODE_LISTS.includes(request.path)) {
			const read = async (path: string, parameters: object) =>
				(await (await ask({ ...request, path }, parameters)).json()) as ListAnswer;
			const { devices } = await read('/devices/list', {});
			const lists = await Promise.all(
				devices.map(async ({ device_id }) => await read(request.path, { device_id })),
			);
			return {
				body: {
					ok: true,
					access_codes: lists.flatMap(({ access_codes: codes }) => codes),
					pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
				},
			};
		}
		const { limit, page_cursor } = body;
		const answer = await ask(
			request,
			WITHOUT_FILTERS.includes(request.path) ? { limit, page_cursor } : body,
		);
		return { status: answer.status, body: await answer.json() };
	});
}
