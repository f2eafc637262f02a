import { findEncoder } from '../../domain/access/lookup';
import { requireSandbox } from '../../domain/lookup';
import { defineRoute, type Route } from './defineRoute';

const SIMULATE = '/acs/encoders/simulate/next_credential';

/** Scripts how the next encoding or scan on an encoder ends, in sandbox workspaces. */
export const encoderSimulationRoutes = [
	simulationRoute(`${SIMULATE}_encode_will_fail`, 'no_credential_on_encoder'),
	simulationRoute(`${SIMULATE}_encode_will_succeed`, 'credential_is_issued'),
	simulationRoute(`${SIMULATE}_scan_will_fail`, 'no_credential_on_encoder'),
	simulationRoute(`${SIMULATE}_scan_will_succeed`, 'credential_exists_on_seam'),
];

/** A simulation that has the `usual` ending unless the request names another. Assumes that the card makes no difference. */
function simulationRoute(
	path: `${typeof SIMULATE}_${'encode' | 'scan'}_will_${'fail' | 'succeed'}`,
	usual: string,
): Route {
	const use = path.includes('_encode_') ? 'nextEncoding' : 'nextScan';
	return defineRoute({
		path,
		answer(here, { parameters }) {
			const { acs_encoder_id: id, error_code, scenario } = parameters;
			findEncoder(here, id);
			requireSandbox(here, 'simulate encoders');
			here.access.encoders.update(id, {
				[use]: { ending: error_code ?? scenario ?? usual, isFailure: path.endsWith('fail') },
			});
		},
	});
}
