import { isPathForMake } from '../../../host/n8n/installN8n';
import { describeFailure } from '../../../host/process/knownCauses.mjs';

const WHAT = 'The driver could not be compiled';
const said = (...lines: string[]) => describeFailure(lines.join('\n'), WHAT);

const TRIED = 'prebuild-install warn install getaddrinfo EAI_AGAIN github.com';

describe('the cause of a failed command', () => {
	it('is what the compiler says, not the download that was tried before', () => {
		const message = said(
			'npm error code 1',
			`npm error ${TRIED}`,
			TRIED,
			'gyp info spawn make',
			"make: *** No rule to make target 'a', needed by 'b'.  Stop.",
			'gyp ERR! stack Error: `make` failed with exit code: 2',
		);
		expect(message).toMatch(/^The driver could not be compiled:\nmake: \*\*\* No rule to make/);
		expect(message).not.toMatch(/registry|network/i);
	});

	it('is the missing compiler, although the download failed first', () => {
		expect(said(TRIED, 'gyp ERR! stack Error: not found: make')).toMatch(/Compiling needs/);
		expect(said(TRIED, 'make: g++: No such file or directory')).toMatch(/Compiling needs/);
	});

	it('is the network if nothing else failed', () => {
		expect(said('npm error code ENOTFOUND', 'npm error network request failed')).toMatch(
			/The npm registry cannot be reached/,
		);
	});

	it('is what npm says if it is not known', () => {
		expect(said('npm error code EUSAGE', 'npm error The lock file is out of date', 'a log')).toBe(
			`${WHAT}:\nnpm error code EUSAGE\nnpm error The lock file is out of date`,
		);
	});
});

it.each([
	['/home/ada/n8n-nodes_1.0', true],
	['/home/ada/my demo', false],
	["/home/ada/ada's", false],
	['/home/ada/a$b', false],
])('knows whether make can build in %s', (folder, can) => {
	expect(isPathForMake(folder)).toBe(can || process.platform === 'win32');
});
