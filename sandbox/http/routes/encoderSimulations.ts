import { findCredential, findEncoder } from '../../domain/access/lookup';
import { Type } from 'typebox';
import { simulateNext } from '../../domain/access/simulateEncoder';
import { requireSandbox } from '../../domain/lookup';
import { Uuid } from '../../schemas/primitives';
import type { SimulatedUse } from '../../state/accessState';
import type { WorkspaceState } from '../../state/state';
import { type Answer, defineRoute } from './defineRoute';

const SIMULATE = '/acs/encoders/simulate/next_credential_';
const FAILURES = [
	'no_credential_on_encoder',
	'uncategorized_error',
	'action_attempt_expired',
] as const;
const SCANS = [
	'credential_exists_on_seam',
	'credential_on_encoder_needs_update',
	'credential_does_not_exist_on_seam',
	'credential_on_encoder_is_empty',
] as const;

/** Scripts how the next encoding or scan on an encoder ends, in sandbox workspaces. */
export const encoderSimulationRoutes = [
	defineRoute({
		path: `${SIMULATE}encode_will_fail`,
		parameters: {
			acs_encoder_id: Uuid,
			error_code: Type.Optional(Type.Enum([...FAILURES, 'encoding_interrupted'])),
			acs_credential_id: Type.Optional(Uuid),
		},
		answer: (
			_service,
			{
				workspace,
				parameters: {
					acs_encoder_id: id,
					error_code: ending = FAILURES[0],
					acs_credential_id: credentialId,
				},
			},
		) => simulate(workspace, id, 'nextEncoding', { ending, isFailure: true, credentialId }),
	}),

	defineRoute({
		path: `${SIMULATE}encode_will_succeed`,
		parameters: {
			acs_encoder_id: Uuid,
			scenario: Type.Optional(Type.Literal('credential_is_issued')),
		},
		answer: (
			_service,
			{ workspace, parameters: { acs_encoder_id: id, scenario: ending = 'credential_is_issued' } },
		) => simulate(workspace, id, 'nextEncoding', { ending }),
	}),

	defineRoute({
		path: `${SIMULATE}scan_will_fail`,
		parameters: {
			acs_encoder_id: Uuid,
			error_code: Type.Optional(Type.Enum([...FAILURES])),
			acs_credential_id_on_seam: Type.Optional(Uuid),
		},
		answer: (
			_service,
			{
				workspace,
				parameters: {
					acs_encoder_id: id,
					error_code: ending = FAILURES[0],
					acs_credential_id_on_seam: credentialId,
				},
			},
		) => simulate(workspace, id, 'nextScan', { ending, isFailure: true, credentialId }),
	}),

	defineRoute({
		path: `${SIMULATE}scan_will_succeed`,
		parameters: {
			acs_encoder_id: Uuid,
			scenario: Type.Optional(Type.Enum([...SCANS])),
			acs_credential_id_on_seam: Type.Optional(Uuid),
		},
		answer(
			_service,
			{
				workspace,
				parameters: {
					acs_encoder_id: id,
					scenario: ending = SCANS[0],
					acs_credential_id_on_seam: credentialId,
				},
			},
		) {
			if (credentialId !== undefined) findCredential(workspace, credentialId);
			return simulate(workspace, id, 'nextScan', { ending, credentialId });
		},
	}),
];

function simulate(
	workspace: WorkspaceState,
	encoderId: string,
	use: 'nextEncoding' | 'nextScan',
	simulated: SimulatedUse,
): Answer {
	const encoder = findEncoder(workspace, encoderId);
	requireSandbox(workspace, 'simulate encoders');
	simulateNext(workspace, encoder, use, simulated);
	return {};
}
