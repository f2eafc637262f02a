import { findProgram } from '../../../host/process/findProgram';

/** A Chromium or Chrome on this machine: the one that the variable CHROMIUM names, an installed one, or else Debian's package. */
export async function findChromium(): Promise<string> {
	return await findProgram({
		title: 'Chromium',
		names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
		variable: 'CHROMIUM',
		packages: ['chromium', 'fonts-liberation'],
		need: 'The browser tests need Chromium or Chrome',
	});
}
