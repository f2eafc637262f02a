import { InvalidParameterError } from '../../errors/errors';
import type { ApiCredential } from '../../transport/credential';
import { isWireObject, type WireObject } from '../../wire/records';
import { requireUuid } from './checkValues';
import { locator } from './locator';
import type { Fields } from '../types';

export const OPTION_OF_WORKSPACE = {
	workspaceId: {
		...locator({ displayName: 'Workspace', description: '' }, 'searchWorkspaces', 'a workspace'),
		description:
			'The workspace to use instead of the one in the credential. Only for a credential with a personal access token. Use an expression to choose a different one for each item.',
	},
} as const satisfies Fields;

export const TRIGGER_OPTION_OF_WORKSPACE = {
	workspaceId: {
		...OPTION_OF_WORKSPACE.workspaceId,
		description:
			'The workspace whose events start the workflow, instead of the one in the credential. Only for a credential with a personal access token.',
	},
} as const satisfies Fields;

/**
 * An empty option is not valid: an expression that returns nothing does not mean the workspace of
 * the credential.
 */
export function inWorkspace(credential: ApiCredential, options: WireObject): ApiCredential {
	const isChosen = Object.hasOwn(options, 'workspaceId');
	if (!credential.isToken) {
		if (!isChosen) return credential;
		throw new InvalidParameterError(
			"'Workspace' needs a credential with a personal access token",
			"The API key of this credential opens only one workspace. Remove 'Workspace' from Options, or set 'Authentication' of the credential to 'Personal Access Token'.",
		);
	}
	if (isChosen)
		return { ...credential, workspaceId: requireUuid('Workspace', unpacked(options.workspaceId)) };
	if (credential.workspaceId !== undefined) return credential;
	throw new InvalidParameterError(
		'No workspace is chosen',
		"Add 'Workspace' under Options, or enter 'Workspace ID' in the credential. A personal access token can open several workspaces.",
	);
}

/** n8n does not unpack a locator in a collection. */
const unpacked = (value: unknown): unknown => (isWireObject(value) ? value.value : value);
