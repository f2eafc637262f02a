import { findEncoder } from '../../domain/access/lookup';
import { Type } from 'typebox';
import { requireSandbox } from '../../domain/lookup';
import { Uuid } from '../../schemas/primitives';
import { defineRoute, type Route } from './defineRoute';

const FAILURES = ['no_credential_on_encoder', 'uncategorized_error', 'action_attempt_expired'];
const SCANS = ['credential_exists_on_seam', 'credential_does_not_exist_on_seam'];

/** Scripts how the next encoding or scan on an encoder ends, in sandbox workspaces. */
export const encoderSimulationRoutes = [
	simulationRoute(
		'encode_will_fail',
		'error_code',
		[...FAILURES, 'encoding_interrupted'],
		'acs_credential_id',
	),
	simulationRoute('encode_will_succeed', 'scenario', ['credential_is_issued']),
	simulationRoute('scan_will_fail', 'error_code', FAILURES, 'acs_credential_id_on_seam'),
	simulationRoute('scan_will_succeed', 'scenario', SCANS, 'acs_credential_id_on_seam'),
];

/** A simulation that the first of the endings has unless the request names another. Assumes that a `card` makes no difference. */
function simulationRoute(
	name: string,
	member: 'error_code' | 'scenario',
	endings: readonly string[],
	card = '',
): Route {
	const use = name.startsWith('encode') ? 'nextEncoding' : 'nextScan';
	return defineRoute({
		path: `/acs/encoders/simulate/next_credential_${name}`,
		parameters: {
			acs_encoder_id: Uuid,
			[member]: Type.Optional(Type.Enum([...endings])),
			...(card === '' ? {} : { [card]: Type.Optional(Uuid) }),
		},
		answer(_service, { workspace, parameters }) {
			const { acs_encoder_id: id = '', [member]: ending = endings[0] ?? '' } = parameters as Record<
				string,
				string | undefined
			>;
			findEncoder(workspace, id);
			requireSandbox(workspace, 'simulate encoders');
			workspace.access.encoders.update(id, {
				[use]: { ending, isFailure: member === 'error_code' },
			});
		},
	});
}
