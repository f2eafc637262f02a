import { codeOfIssue } from '../../operation/output/issueSummary';
import { warningsOf } from '../../wire/issues';
import type { WireObject } from '../../wire/records';

/**
 * The PINs of a grant, oldest first, each with its methods. A PIN can have several, because a
 * backup code that one lock uses instead is a separate method (docs/service.md#grants-7).
 */
export function pinsOf(methods: readonly WireObject[]): WireObject[][] {
	const ofCode = methods.filter(({ mode }) => mode === 'code');
	const originOf = (method: WireObject) =>
		warningsOf(method).find((issue) => codeOfIssue(issue) === 'pulled_backup_access_code')
			?.original_access_method_id;
	const isBackup = (method: WireObject) =>
		ofCode.some(({ access_method_id: id }) => id === originOf(method));
	return ofCode
		.filter((method) => !isBackup(method))
		.map((method) => [
			method,
			...ofCode.filter((other) => originOf(other) === method.access_method_id),
		]);
}
