import { findProgram } from '../../../host/process/findProgram';

/**
 * Finds Chromium or Chrome: the one that the variable CHROMIUM names, or an installed one. Installs it
 * only where INSTALL_PROGRAMS=1 asks for it. @throws SetupError if there is none
 */
export async function findChromium(): Promise<string> {
	return await findProgram({
		title: 'Chromium',
		names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
		variable: 'CHROMIUM',
		packages: ['chromium', 'fonts-liberation'],
		need: 'The browser tests need Chromium or Chrome',
	});
}
