import { DataDeduplicationService } from 'n8n-core';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample, withSetting } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../support/runWorkflow';
import { SeenValues } from '../support/seenValues';

const example = readExample('codes-in-trouble.json');
const memory = new SeenValues();

let sandbox: Sandbox;
let chat: HttpServer;
let chatStatus: number;

beforeAll(async () => await DataDeduplicationService.init(memory));
beforeEach(async () => {
	memory.remember([], 'workflow-under-test');
	sandbox = await createSandbox();
	chatStatus = 200;
	chat = await startHttpServer(() => ({ status: chatStatus, body: 'ok' }));
});
afterEach(async () => {
	await sandbox.stop();
	await chat.stop();
});

/** The hourly run, as of a person who has pasted the address of a chat. */
async function runOnce(chatAddress = `${chat.url}/hooks/chat`): Promise<WorkflowRun> {
	const workflow = withSetting(example, 'Settings', 'chat_address', chatAddress);
	nodeOf(workflow, 'Send to chat').waitBetweenTries = 1;
	return await runWorkflow(workflow, { credentials: { deviceAccessApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } } });
}

/** Puts errors or warnings, as `code` and minutes since the beginning of a year, on a managed code. */
function trouble(accessCodeId: string, issues: { errors?: Array<[string, number]>; warnings?: Array<[string, number]> }): void {
	const code = sandbox.state.accessCodes.get(accessCodeId);
	if (code === undefined) throw new Error(`The sandbox has no code ${accessCodeId}`);
	const issue = ([issueCode, minutes]: [string, number]) => ({
		message: `It says ${issueCode.replaceAll('_', ' ')}.`,
		created_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString(),
	});
	sandbox.state.updateAccessCode(code, {
		errors: (issues.errors ?? []).map((entry) => ({ error_code: entry[0], is_access_code_error: true, ...issue(entry) })),
		warnings: (issues.warnings ?? []).map((entry) => ({ warning_code: entry[0], ...issue(entry) })),
	});
}

const messages = () => chat.requests.map(({ method, path, body }) => ({ method, path, ...(JSON.parse(body) as { text: string }) }));

it('tells codes with errors or warnings in one message, lock by lock', async () => {
	trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
	trouble(hotel.managedCodes.meetingRoom, { errors: [['duplicate_code_on_device', 2]], warnings: [['delay_in_setting_on_device', 3]] });

	const run = await runOnce();

	expect(run.status).toBe('success');
	expect(messages()).toEqual([{
		method: 'POST',
		path: '/hooks/chat',
		text: [
			'2 access codes are in trouble', '',
			"Front Door, code 'Front Desk':", 'Error: It says failed to set on device (failed_to_set_on_device)', '',
			"Meeting Room, code 'Meeting Guests':", 'Error: It says duplicate code on device (duplicate_code_on_device)',
			'Warning: It says delay in setting on device (delay_in_setting_on_device)',
		].join('\n'),
	}]);
});

it('says nothing where no code is in trouble', async () => {
	expect([(await runOnce()).status, messages()]).toEqual(['success', []]);
});

it('tells the same trouble once, a further one of the same code, and one that was solved and is back', async () => {
	const { frontDesk } = hotel.managedCodes;
	const textsAfter = async (issues: Parameters<typeof trouble>[1]) => {
		const before = chat.requests.length;
		trouble(frontDesk, issues);
		await runOnce();
		return messages().slice(before).map(({ text }) => text.split('\n').slice(3));
	};
	const FAILED = 'Error: It says failed to set on device (failed_to_set_on_device)';
	const DELAYED = 'Warning: It says delay in setting on device (delay_in_setting_on_device)';

	expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([[FAILED]]);
	expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]] })).toEqual([]);
	expect(await textsAfter({ errors: [['failed_to_set_on_device', 1]], warnings: [['delay_in_setting_on_device', 2]] })).toEqual([[FAILED, DELAYED]]);
	expect(await textsAfter({ warnings: [['delay_in_setting_on_device', 2]] })).toEqual([]);
	expect(await textsAfter({})).toEqual([]);
	expect(await textsAfter({ errors: [['failed_to_set_on_device', 9]] })).toEqual([[FAILED]]);
});

it('ends as failed when the chat takes nothing after five tries, and tells it all in the next hour', async () => {
	trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
	chatStatus = 503;
	const failed = await runOnce();
	expect([failed.error()?.message, messages().length]).toEqual(['The chat did not take the message; the next run tells everything again.', 5]);

	chatStatus = 200;
	const next = await runOnce();
	expect([next.status, messages().length]).toEqual(['success', 6]);
});

describe('a message that a chat would refuse for its length', () => {
	const LONGEST = 1800;

	/** So many codes in trouble on the front door; their names. */
	function addCodesInTrouble(count: number): string[] {
		const workspace = sandbox.state.workspaces.get(workspaceIds.main);
		if (workspace === undefined) throw new Error('The sandbox has no main workspace');
		return Array.from({ length: count }, (_, index) => {
			const number = String(6000 + index);
			const accessCodeId = `60000000-0000-4000-8000-00000000${number}`;
			sandbox.state.addAccessCode(workspace, { accessCodeId, deviceId: hotel.devices.frontDoor, name: `Guest ${number}`, code: number, createdAt: new Date().toISOString(), isManaged: true });
			trouble(accessCodeId, { errors: [['failed_to_set_on_device', index]] });
			return `Guest ${number}`;
		});
	}

	it.each([30, 300])('ends with how many of %i codes are left out, and all of them count as told', async (count) => {
		const names = addCodesInTrouble(count);

		const run = await runOnce();
		await runOnce();

		expect(run.status).toBe('success');
		expect(messages()).toHaveLength(1);
		const [{ text } = { text: '' }] = messages();
		const [heading, ...told] = text.split('\n\n');
		expect([heading, told.pop()]).toEqual([`${count} access codes are in trouble`, `… and ${count - told.length} more`]);
		expect(told.length).toBeGreaterThan(10);
		expect(told.filter((one) => !/^Front Door, code 'Guest 6\d{3}':\nError: It says failed to set on device \(failed_to_set_on_device\)$/.test(one))).toEqual([]);
		expect(text.length).toBeLessThan(LONGEST);
		expect(run.items('One item per code').map(({ json }) => names.filter((name) => String(json.text).includes(name)).length)).toEqual(names.map(() => 1));
	});

	it('cuts a code that has more to say than a message can hold', async () => {
		const errors = Array.from({ length: 40 }, (_, index): [string, number] => [`failed_to_set_on_device_${index}`, index]);
		trouble(hotel.managedCodes.frontDesk, { errors });
		trouble(hotel.managedCodes.meetingRoom, { errors });

		await runOnce();

		const [{ text } = { text: '' }] = messages();
		expect(text).toMatch(/^2 access codes are in trouble\n\nFront Door, code 'Front Desk':\nError: [^]*…\n\n… and 1 more$/);
		expect(text.length).toBeLessThan(LONGEST);
	});
});

it('only shows the codes as long as there is no address, and remembers nothing', async () => {
	trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });

	const shown = await runOnce('');

	expect(shown.status).toBe('success');
	expect(shown.items('Only show').map(({ json }) => json.text)).toEqual([
		"Front Door, code 'Front Desk':\nError: It says failed to set on device (failed_to_set_on_device)",
	]);
	await runOnce();
	expect(messages()).toHaveLength(1);
});

it('goes on after 10,000 troubles, where Remove Duplicates stops by default', async () => {
	memory.remember(Array.from({ length: 10_000 }, (_, index) => `trouble-${index}`), 'workflow-under-test');
	trouble(hotel.managedCodes.frontDesk, { errors: [['failed_to_set_on_device', 1]] });
	expect([(await runOnce()).error(), messages().length]).toEqual([undefined, 1]);
});

it('shows and sends no PIN', async () => {
	const code = sandbox.state.accessCodes.get(hotel.managedCodes.room104);
	trouble(hotel.managedCodes.room104, { errors: [['failed_to_set_on_device', 1]] });
	code?.errors?.forEach((error) => Object.assign(error, { message: 'PIN 1041 is taken' }));

	const run = await runOnce();

	expect(messages().map(({ text }) => text.split('\n').at(-1))).toEqual(['Error: PIN **** is taken (failed_to_set_on_device)']);
	expect(JSON.stringify(run.run.data.resultData.runData)).not.toMatch(/PIN 1041|"code":"\d/);
});
