// Runs a plan of checks: tsx tools/checks/main.ts PLAN [--full] [--install-seconds N]
// The last two lines are the seconds of each part and "N passed, N failed"; the exit code is not 0 if anything failed.
import { Argument, Command } from 'commander';
import { type Plan, plans } from './plans';
import { runPlan } from './runPlan';

const command = new Command('checks')
	.addArgument(new Argument('<plan>').choices(Object.keys(plans)))
	.option('--full', 'run the nightly plan at full size, which takes hours', false)
	.option(
		'--install-seconds <seconds>',
		'seconds that the installation took, to print with the others',
	)
	.parse();
const { full, installSeconds } = command.opts<{ full: boolean; installSeconds?: string }>();
const plan: Plan = plans[command.args[0] as keyof typeof plans]({ isFull: full });

runPlan(plan).then(
	(outcomes) => {
		for (const name of plan.notTried ?? []) console.log(`== not tried: ${name}`);
		const parts = outcomes.map(
			({ name, seconds, failed }) => `${name} ${seconds} s${failed === 0 ? '' : ' FAILED'}`,
		);
		const sum = (key: 'passed' | 'failed') =>
			outcomes.reduce((total, outcome) => total + outcome[key], 0);
		console.log(
			[
				...(installSeconds === undefined ? [] : [`install ${installSeconds} s`]),
				...parts,
				`all ${Math.round(process.uptime())} s`,
			].join(', '),
		);
		console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
		if (sum('failed') > 0) process.exitCode = 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
