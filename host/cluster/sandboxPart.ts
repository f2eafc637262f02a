import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import got from 'got';
import type { FixtureName } from '../../sandbox/fixtures/createFixture';
import { apiKeys } from '../../sandbox/fixtures/workspaces';
import type { SandboxSettings } from '../../sandbox/faults/settings';
import { freePort } from '../process/freePort';
import { ClusterPart } from './ClusterPart';

const ROOT_FOLDER = resolve(__dirname, '..', '..');
const ANSWER_TIME_LIMIT_MS = 2_000;

export interface SandboxPartOptions {
	readonly fixture: FixtureName;
	/** Portfolio only. */
	readonly devices?: number;
	/** Portfolio only: unmanaged codes of each device. */
	readonly codesPerDevice?: number;
	/** Portfolio only: more lock makers, and all kinds of codes. */
	readonly mixed?: boolean;
	/** 0 chooses a free port. */
	readonly port?: number;
}

/** The sandbox as a separate process; its data is lost when it ends. */
export class SandboxPart extends ClusterPart {
	constructor(
		/** Without a slash at the end. */
		readonly url: string,
		readonly apiKey: string,
		options: ConstructorParameters<typeof ClusterPart>[0],
	) {
		super(options);
	}

	/** Sends a request to the imitated API, with the key. @throws got's RequestError */
	async call<T>(path: string, parameters: object = {}): Promise<T> {
		return await got
			.post(`${this.url}${path}`, {
				json: parameters,
				headers: { authorization: `Bearer ${this.apiKey}` },
			})
			.json<T>();
	}

	/** Sends a request to a control route, /_sandbox/`name`: GET without a body, POST with one. */
	async control<T>(name: string, body?: object): Promise<T> {
		const url = `${this.url}/_sandbox/${name}`;
		return await (body === undefined ? got(url) : got.post(url, { json: body })).json<T>();
	}

	async change(settings: Partial<SandboxSettings>): Promise<void> {
		await this.control('settings', settings);
	}
}

/** Prepares the sandbox with a fixture. Does not start it. */
export async function prepareSandbox(
	folder: string,
	{ fixture, devices, codesPerDevice, mixed = false, port = 0 }: SandboxPartOptions,
): Promise<SandboxPart> {
	await mkdir(folder, { recursive: true });
	const chosenPort = port === 0 ? await freePort() : port;
	const url = `http://127.0.0.1:${chosenPort}`;
	const size = [
		...(devices === undefined ? [] : ['--devices', String(devices)]),
		...(codesPerDevice === undefined ? [] : ['--codes-per-device', String(codesPerDevice)]),
		...(mixed ? ['--mixed'] : []),
	];
	return new SandboxPart(url, apiKeys[fixture], {
		name: 'sandbox',
		command: {
			program: process.execPath,
			parameters: [
				'--import',
				'tsx',
				join('sandbox', 'main.ts'),
				'--port',
				String(chosenPort),
				'--fixture',
				fixture,
				...size,
			],
			cwd: ROOT_FOLDER,
		},
		logFile: join(folder, 'sandbox.log'),
		isReady: async () =>
			(
				await got(`${url}/_sandbox/state`, {
					timeout: { request: ANSWER_TIME_LIMIT_MS },
					retry: { limit: 0 },
				})
			).statusCode === 200,
	});
}
