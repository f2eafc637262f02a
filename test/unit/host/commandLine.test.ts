import { Command } from 'commander';
import { commandWith, requireOptionsForScript } from '../../../host/process/commandLine';

const ON_WINDOWS = process.platform === 'win32';
const NPM = ON_WINDOWS ? 'npm.cmd run demo --' : 'npm run demo --';

const environment = { ...process.env };
const { argv } = process;
afterEach(() => {
	process.env = { ...environment };
	process.argv = argv;
});

describe('the command with other options', () => {
	it.each([
		[['--n8n-port', '5678', '--user-folder', '/data']],
		[['--n8n-port=5678', '--user-folder', '/data']],
	])('keeps the others of %j', (given) => {
		expect(commandWith('demo', { '--n8n-port': '5679' }, given)).toMatch(
			/ --user-folder \/data --n8n-port 5679$/,
		);
	});

	it('can be pasted into a shell if a value has a space', () => {
		expect(commandWith('demo', {}, ['--user-folder', '/my data'])).toMatch(
			ON_WINDOWS ? / --user-folder "\/my data"$/ : / --user-folder '\/my data'$/,
		);
	});
});

describe('options that npm takes for itself', () => {
	const command = new Command().option('--n8n-port <port>').option('--sandbox-port <port>');
	const requireThem = (rest: string[], taken: Record<string, string>) => () => {
		process.argv = ['node', 'main.ts', ...rest];
		Object.assign(process.env, taken, { npm_lifecycle_event: 'demo' });
		requireOptionsForScript('demo', command);
	};

	it.each([
		['with a space', ['5679'], { npm_config_n8n_port: 'true' }, '--n8n-port 5679'],
		['with =', [], { npm_config_n8n_port: '5679' }, '--n8n-port 5679'],
	])('are named with the whole command: %s', (_how, rest, taken, options) => {
		expect(requireThem(rest, taken)).toThrow(`${NPM} ${options}`);
	});

	it('are none if they come after the --', () => {
		expect(requireThem(['--n8n-port', '5679'], {})).not.toThrow();
	});
});
