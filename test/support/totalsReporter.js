const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Leaves the run's totals in .tmp/totals/NAME.json, so that .ci/run can print one line over several jest runs. */
class TotalsReporter {
	constructor(globalConfig, options) {
		this.folder = join(globalConfig.rootDir, '.tmp', 'totals');
		this.name = options.name ?? 'tests';
	}

	onRunComplete(_contexts, results) {
		mkdirSync(this.folder, { recursive: true });
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		writeFileSync(join(this.folder, `${this.name}.json`), JSON.stringify({ passed: results.numPassedTests, failed }));
	}
}

module.exports = TotalsReporter;
