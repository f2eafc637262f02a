import { conversionsOf, type Conversions } from '../../sandbox/faults/conversions';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';
import { mixedCodeKind, type CodeKind } from '../../sandbox/fixtures/mixedPortfolio';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { portfolioExample, type PortfolioSettings } from '../support/portfolio/portfolioExample';
import { type ReportRow, settlePortfolio } from '../support/portfolio/settlePortfolio';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';

const DEVICES = 20;
const CODES_PER_DEVICE = 6;

let sandbox: Sandbox;
afterEach(async () => await sandbox.stop());

const start = async (options: SandboxOptions = {}) => {
	sandbox = await createSandbox({
		fixture: 'portfolio',
		devices: DEVICES,
		codesPerDevice: CODES_PER_DEVICE,
		mixed: true,
		...options,
		settings: { attemptDurationMs: 20, ...options.settings },
	});
};

const HURRY: PortfolioSettings = { devicesPerBatch: 8, pollInterval: 0.05, maxPollInterval: 0.2 };

const migrate = async (settings: PortfolioSettings = {}) =>
	await runWorkflow(portfolioExample({ ...HURRY, ...settings }), {
		credentials: { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } },
		startNode: 'Start',
	});

const snapshot = (): Conversions => structuredClone(conversionsOf(sandbox));

const rowsOf = (run: WorkflowRun) =>
	run
		.items('Rows of all batches')
		.map(({ json }) => json as unknown as ReportRow)
		.filter(({ outcome }) => outcome);

const summaryOf = (run: WorkflowRun) =>
	Object.fromEntries(
		run.items('Summary').map(({ json: { outcome, codes } }) => [String(outcome), Number(codes)]),
	);

/** The codes of the fixture by kind. */
function codesByKind(): Record<CodeKind, string[]> {
	const ids: Record<CodeKind, string[]> = {
		convertible: [],
		failing: [],
		ended: [],
		duplicate: [],
		unmanageable: [],
		unsupported: [],
		offline: [],
	};
	for (let deviceIndex = 0; deviceIndex < DEVICES; deviceIndex++) {
		for (let codeIndex = 0; codeIndex < CODES_PER_DEVICE; codeIndex++) {
			const kind = mixedCodeKind(deviceIndex, codeIndex);
			if (kind) ids[kind].push(portfolio.unmanagedCodeId(deviceIndex, codeIndex));
		}
	}
	return ids;
}

/** One entry for each request to convert a code. */
const askedFor = () =>
	conversionsOf(sandbox)
		.codes.flatMap(({ access_code_id: id, answers }) => answers.map(() => id))
		.sort();

const managedIds = () =>
	conversionsOf(sandbox)
		.codes.filter(({ is_managed: isManaged }) => isManaged)
		.map(({ access_code_id: id }) => id)
		.sort();

const { convertible, failing, ended, duplicate, unmanageable, unsupported, offline } =
	codesByKind();
const toKeep = [...ended, ...duplicate, ...offline, ...unsupported];

describe('"Migrate unmanaged codes"', () => {
	it('accounts for every code of a mixed portfolio once, batch by batch, and converts only those that can be converted', async () => {
		await start();
		const before = snapshot();
		const run = await migrate();

		expect({ status: run.status, batches: run.subRuns.map(({ status }) => status) }).toEqual({
			status: 'success',
			batches: ['success', 'success', 'success'],
		});
		expect(settlePortfolio({ rows: rowsOf(run), before, after: snapshot() })).toEqual({
			counts: {
				converted: convertible.length,
				failed: failing.length,
				keep: toKeep.length,
				replace: unmanageable.length,
			},
			discrepancies: [],
		});
		expect(summaryOf(run)).toEqual({
			converted: convertible.length,
			failed: failing.length,
			keep: toKeep.length,
			replace: unmanageable.length,
		});
		expect(askedFor()).toEqual([...convertible, ...failing].sort());
	});

	it('lists what needs a person by lock, with the reason, and shows no PIN anywhere', async () => {
		await start();
		const run = await migrate();

		const named = run
			.items('Not converted')
			.map(({ json: { device, outcome, codes, reason, code_names } }) => ({
				device,
				outcome,
				codes,
				reason,
				code_names,
			}));
		expect(named).toEqual(
			expect.arrayContaining([
				{
					device: 'Building 1, Unit 1',
					outcome: 'failed',
					codes: 1,
					code_names: 'Guest 1',
					reason:
						'The access code was not converted and stays unmanaged: The lock did not confirm the code.',
				},
				{
					device: 'Building 1, Unit 3',
					outcome: 'keep',
					codes: 1,
					code_names: 'Guest 3',
					reason: expect.stringContaining("'Guest 4'"),
				},
				{
					device: 'Building 1, Unit 20',
					outcome: 'keep',
					codes: 6,
					code_names: expect.stringMatching(/^Guest 1, Guest 2, /),
					reason: expect.stringContaining('the lock has an error (The device is offline)'),
				},
			]),
		);
		expect(named.some(({ outcome }) => outcome === 'converted')).toBe(false);
		expect(
			JSON.stringify([run, ...run.subRuns].map(({ run: { data } }) => data.resultData.runData)),
		).not.toMatch(/"code":"\d/);
	});

	it('run again, sends no write: what is managed is not listed, and what has failed is reported with its reason', async () => {
		await start();
		await migrate();
		const before = snapshot();
		sandbox.requests.clear();
		const again = await migrate();

		expect(askedFor()).toEqual([]);
		expect(
			settlePortfolio({
				rows: rowsOf(again),
				before,
				after: { ...snapshot(), codes: before.codes },
			}),
		).toEqual({
			counts: {
				'failed before': failing.length,
				keep: toKeep.length,
				replace: unmanageable.length,
			},
			discrepancies: [],
		});
		const reasons = rowsOf(again)
			.filter(({ outcome }) => outcome === 'failed before')
			.map(({ reason }) => reason.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
		expect(reasons).toEqual(
			failing.map(() => 'It failed on DAY: The lock did not confirm the code.'),
		);
	});

	it('tries failed codes again if a person says so', async () => {
		await start();
		await migrate();
		sandbox.requests.clear();
		for (const id of failing) {
			const code = sandbox.state.accessCodes.get(id);
			if (code) sandbox.state.updateAccessCode(code, { conversionIssue: undefined });
		}
		const again = await migrate({ tryFailedAgain: true });

		expect(askedFor()).toEqual([...failing].sort());
		expect(summaryOf(again)).toEqual({
			converted: failing.length,
			keep: toKeep.length,
			replace: unmanageable.length,
		});
	});

	it('names the locks of an interrupted batch and a lock that could not be read, and finishes them in the next run', async () => {
		await start();
		const refusal = {
			kind: 'status',
			status: 400,
			body: { error: { type: 'invalid_input', message: 'No.' }, ok: false },
		} as const;
		sandbox.faults.next('/events/list', refusal, { after: 1 });
		sandbox.faults.next('/access_codes/unmanaged/list', refusal, { after: 3 });
		const before = snapshot();
		const run = await migrate();
		const unreadDevices = new Set(
			Array.from({ length: 8 }, (_, index) => portfolio.deviceId(8 + index)),
		);

		expect(
			settlePortfolio({ rows: rowsOf(run), before, after: snapshot(), unreadDevices })
				.discrepancies,
		).toEqual([]);
		expect(
			run
				.items('Not converted')
				.map(({ json }) => json)
				.filter(({ codes }) => codes === 0),
		).toEqual([
			expect.objectContaining({
				outcome: 'not read',
				device: expect.stringMatching(/^Building 1, Unit \d+$/),
				reason: expect.any(String),
			}),
			expect.objectContaining({
				outcome: 'not finished',
				device: expect.stringMatching(/^Building 1, Unit 9, .*Building 1, Unit 16$/),
				reason: expect.any(String),
			}),
		]);

		await migrate();
		expect({ managed: managedIds(), asked: askedFor() }).toEqual({
			managed: [...convertible].sort(),
			asked: [...convertible, ...failing].sort(),
		});
	});

	it('says so when nothing is left', async () => {
		await start({ devices: 3, codesPerDevice: 0 });
		const run = await migrate();
		expect(run.items('Summary').map(({ json }) => json)).toEqual([
			{ outcome: 'nothing left', codes: 0 },
		]);
		expect(run.items('Not converted')).toEqual([]);
	});
});
