import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, type SafeHtml } from '@remix-run/html-template';

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Allows only the page's own scripts, even if a name on the page contains one. */
const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTMX_FILE = createRequire(__filename).resolve('htmx.org/dist/htmx.min.js');

/** For a page that is for this machine only: its style and script under `path`, and no requests from elsewhere. */
export function serveOwnPage(server: FastifyInstance, path: string): void {
	server.addHook('onRequest', requireOwnPage);
	server.get(`${path}/style.css`, (_request, reply) =>
		reply.type('text/css; charset=utf-8').send(readFileSync(join(__dirname, 'style.css'))),
	);
	server.get(`${path}/htmx.js`, (_request, reply) =>
		reply.type('text/javascript; charset=utf-8').send(readFileSync(HTMX_FILE)),
	);
}

/** Refuses other sites: requests to any host that is not in `LOOPBACK_HOSTS`, and POST requests from other pages. */
async function requireOwnPage(
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	if (!LOOPBACK_HOSTS.has(request.hostname))
		return await reply.code(403).send({ message: 'This page is for this machine only.' });
	// A browser asks the sandbox before it lets another site send this header, and the sandbox refuses.
	if (request.method === 'POST' && request.headers['hx-request'] === undefined)
		return await reply.code(403).send({ message: 'This request did not come from the page.' });
	return undefined;
}

export const renderDocument = (title: string, path: string, body: SafeHtml): string =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="htmx-config" content='{"includeIndicatorCSS": false}' />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="${path}/style.css" />
				<script src="${path}/htmx.js" defer></script>
			</head>
			<body>
				${body}
			</body>
		</html>`.toString();

export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
	return reply
		.type('text/html; charset=utf-8')
		.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
		.send(text);
}
