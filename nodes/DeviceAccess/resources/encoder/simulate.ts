import { optionalUuid, requireUuid } from '../../operation/form/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { done } from '../../operation/kinds/done';
import { locator } from '../../operation/form/locator';
import type { WireObject } from '../../wire/records';
import { encoderField } from '../fields/locators';
import { chosenSimulation, type Simulation, simulated, simulationField } from '../fields/simulated';

interface EncoderSimulation extends Simulation {
	/** The request members that say how the next encoding or scan ends. */
	body: WireObject;
	/** The request member for the ID of the card, if the service takes one. */
	card?: 'acs_credential_id' | 'acs_credential_id_on_seam';
}

const SIMULATE = '/acs/encoders/simulate/next_credential_';

/**
 * An encoding that fails with this error. The service takes a card only for the two errors listed
 * below.
 */
const encodingFails = (
	name: string,
	errorCode: string,
	description: string,
): EncoderSimulation => ({
	name,
	description,
	endpoint: `${SIMULATE}encode_will_fail`,
	body: { error_code: errorCode },
	...(['action_attempt_expired', 'uncategorized_error'].includes(errorCode)
		? { card: 'acs_credential_id' }
		: {}),
});

const scanFails = (name: string, errorCode: string, description: string): EncoderSimulation => ({
	name,
	description,
	endpoint: `${SIMULATE}scan_will_fail`,
	body: { error_code: errorCode },
	...(errorCode === 'no_credential_on_encoder' ? {} : { card: 'acs_credential_id_on_seam' }),
});

const scanFinds = (name: string, scenario: string, description: string): EncoderSimulation => ({
	name,
	description,
	endpoint: `${SIMULATE}scan_will_succeed`,
	body: { scenario },
	...(['credential_exists_on_seam', 'credential_on_encoder_needs_update'].includes(scenario)
		? { card: 'acs_credential_id_on_seam' }
		: {}),
});

/** How the next use of an encoder can end. */
const SIMULATIONS = {
	encodingExpires: encodingFails(
		'Encoding Expires',
		'action_attempt_expired',
		'The next card is not written in time',
	),
	encodingFails: encodingFails(
		'Encoding Fails',
		'uncategorized_error',
		'The next card is not written, for an unknown reason',
	),
	encodingFindsNoCard: encodingFails(
		'Encoding Finds No Card',
		'no_credential_on_encoder',
		'There is no card on the encoder at the next encoding',
	),
	encodingIsInterrupted: encodingFails(
		'Encoding Is Interrupted',
		'encoding_interrupted',
		'The next card is taken away before it is written',
	),
	encodingSucceeds: {
		name: 'Encoding Succeeds',
		description: 'The next card is written',
		endpoint: `${SIMULATE}encode_will_succeed`,
		body: { scenario: 'credential_is_issued' },
	},
	scanExpires: scanFails(
		'Scan Expires',
		'action_attempt_expired',
		'The next card is not read in time',
	),
	scanFails: scanFails(
		'Scan Fails',
		'uncategorized_error',
		'The next card is not read, for an unknown reason',
	),
	scanFindsBlankCard: scanFinds(
		'Scan Finds Blank Card',
		'credential_on_encoder_is_empty',
		'The next card is blank',
	),
	scanFindsKnownCard: scanFinds(
		'Scan Finds Known Card',
		'credential_exists_on_seam',
		'The next card belongs to an access credential in the workspace',
	),
	scanFindsNoCard: scanFails(
		'Scan Finds No Card',
		'no_credential_on_encoder',
		'There is no card on the encoder at the next scan',
	),
	scanFindsOutdatedCard: scanFinds(
		'Scan Finds Outdated Card',
		'credential_on_encoder_needs_update',
		'The next card belongs to an access credential that has changed since the card was written',
	),
	scanFindsUnknownCard: scanFinds(
		'Scan Finds Unknown Card',
		'credential_does_not_exist_on_seam',
		'The next card does not belong to any access credential in the workspace',
	),
} satisfies Record<string, EncoderSimulation>;

const simulationOf = (value: unknown) => chosenSimulation<EncoderSimulation>(SIMULATIONS, value);

const WITH_CARD = Object.entries<EncoderSimulation>(SIMULATIONS)
	.filter(([, { card }]) => card !== undefined)
	.map(([value]) => value);

export const simulateEncoder = defineOperation({
	value: 'simulate',
	name: 'Simulate',
	action: 'Simulate next use of encoder',
	description:
		'Choose how the next encoding or scan ends on an encoder in a sandbox workspace, to test your workflow without cards',
	endpoint: SIMULATIONS.encodingSucceeds.endpoint,
	endpointFor: ({ simulation }) => simulationOf(simulation).endpoint,
	effect: 'write',
	kind: simulated(
		done(
			{
				outcome: 'simulated',
				message:
					'This encoder now simulates the result that you chose for the next encoding or scan',
			},
			['acs_encoder_id'],
		),
	),
	fields: {
		simulation: simulationField(SIMULATIONS, 'encodingSucceeds'),
		encoderId: { ...encoderField, description: 'The device that writes and reads the cards' },
		accessCredentialId: {
			...locator(
				{
					displayName: 'Access Credential',
					description: 'The card to write or read. Leave empty for any card.',
				},
				'searchAccessCredentials',
				'an access credential',
			),
			showWhen: { simulation: WITH_CARD },
		},
	},
	request: ({ simulation, encoderId, accessCredentialId }) => {
		const { body, card } = simulationOf(simulation);
		return {
			acs_encoder_id: requireUuid('Encoder', encoderId),
			...body,
			...(card ? { [card]: optionalUuid('Access Credential', accessCredentialId) } : {}),
		};
	},
});
