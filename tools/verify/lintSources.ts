import type { CheckResult } from './check';
import { runN8nNode } from './runN8nNode';

/** ESLint's closing line, which is printed for warnings too: "✖ 3 problems (2 errors, 1 warning)". */
const PROBLEM_SUMMARY = /✖ \d+ problems?/;

/** Runs n8n's lint in strict mode over the staged sources; warnings count as findings, although n8n accepts them. */
export async function lintSources(stageFolder: string): Promise<CheckResult> {
	const { exitCode, output } = await runN8nNode('lint', stageFolder);
	const isClean = exitCode === 0 && !PROBLEM_SUMMARY.test(output);
	return {
		check: "n8n's strict lint over the published sources",
		findings: isClean ? [] : [output],
	};
}
