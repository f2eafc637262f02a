#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { createSandbox, type Sandbox, type SandboxOptions } from './createSandbox';
import { createSettings } from './faults/settings';
import type { FixtureName } from './fixtures/createFixture';

const DEFAULT_PORT = 8787;
const defaults = createSettings();

interface CommandLine {
	port: number;
	fixture: FixtureName;
	devices?: number;
	codesPerDevice?: number;
	mixed?: boolean;
	attemptDurationMs: number;
	webhooks: boolean;
}

function wholeNumber(text: string): number {
	const number = Number(text);
	if (text.trim() === '' || !Number.isInteger(number) || number < 0)
		throw new InvalidArgumentError('Must be a whole number.');
	return number;
}

function readCommandLine(argv: string[]): SandboxOptions {
	const command = new Command('npm run sandbox --')
		.description('A local Device Access service, kept in memory: no locks and no account needed.')
		.addOption(
			new Option('--port <port>', 'port on 127.0.0.1').default(DEFAULT_PORT).argParser(wholeNumber),
		)
		.addOption(
			new Option('--fixture <name>', 'data in the workspace')
				.choices(['hotel', 'portfolio', 'resort', 'empty'])
				.default('hotel'),
		)
		.option('--devices <count>', 'number of devices (portfolio)', wholeNumber)
		.option('--codes-per-device <count>', 'unmanaged codes of each device (portfolio)', wholeNumber)
		.option('--mixed', 'more lock makers, some locks offline, all kinds of codes (portfolio)')
		.option(
			'--attempt-duration-ms <ms>',
			'how long a conversion or deletion takes',
			wholeNumber,
			defaults.attemptDurationMs,
		)
		.option('--no-webhooks', 'run without webhooks')
		.parse(argv);
	const { port, fixture, devices, codesPerDevice, mixed, webhooks, ...settings } =
		command.opts<CommandLine>();
	return {
		port,
		fixture,
		devices,
		codesPerDevice,
		mixed,
		settings: { ...settings, webhooksOffered: webhooks },
	};
}

function describe(sandbox: Sandbox): string {
	const { url, apiKeys, personalAccessToken } = sandbox;
	return `
Device Access sandbox

  Base URL   ${url}
  API key    ${apiKeys.main}
  Other key  ${apiKeys.other}   (a second workspace, not a sandbox)
  Token      ${personalAccessToken}   (opens both workspaces)

These keys open only this sandbox. They are not secrets.

Open the Base URL in a browser to see the locks, the PINs on them, and what happens.

Try
  curl -s ${url}/workspaces/get -H 'Authorization: Bearer ${apiKeys.main}' -H 'Content-Type: application/json' -d '{}'
  curl -s ${url}/devices/list -H 'Authorization: Bearer ${apiKeys.main}' -H 'Content-Type: application/json' -d '{"limit": 2}'
  curl -s ${url}/_sandbox/state

Limits, control routes and faults: sandbox/README.md. Press Ctrl-C to stop.
`;
}

function explain(error: unknown, port?: number): string {
	if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
		return `Port ${port} is in use. Choose another with --port, or 0 for any free port.`;
	}
	return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

async function main(): Promise<void> {
	const options = readCommandLine(process.argv);
	const sandbox = await createSandbox(options).catch((error: unknown) => {
		process.stderr.write(`${explain(error, options.port)}\n`);
		process.exitCode = 1;
	});
	if (!sandbox) return;
	process.stdout.write(`${describe(sandbox)}\n`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void sandbox.stop());
}

void main();
