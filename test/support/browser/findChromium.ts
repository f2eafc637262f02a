import { findProgram } from '../../../host/process/findProgram';

/** A Chromium or Chrome of the machine: the one named by the variable CHROMIUM, else one that is found, else Debian's package. */
export async function findChromium(): Promise<string> {
	return await findProgram({
		title: 'Chromium',
		names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
		variable: 'CHROMIUM',
		packages: ['chromium', 'fonts-liberation'],
		need: 'The browser tests need Chromium or Chrome',
	});
}
