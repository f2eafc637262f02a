import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { optionalText } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { action } from '../operation/kinds/action';
import { one } from '../operation/kinds/one';
import type { Resource } from '../operation/types';

const GET_WORKSPACE = '/workspaces/get';

export const workspace: Resource = {
	value: 'workspace',
	name: 'Workspace',
	description: 'The workspace that the API key belongs to: a real one or a sandbox',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get workspace',
			description: 'Get the workspace that the API key belongs to, and whether it is a sandbox',
			endpoint: GET_WORKSPACE,
			effect: 'read',
			kind: one('workspace'),
			fields: {},
			request: () => ({}),
		}),
		defineOperation({
			value: 'resetSandbox',
			name: 'Reset Sandbox',
			action: 'Reset sandbox workspace',
			description: "Put a sandbox workspace back to its start: everything in it is lost. Leave 'Retry On Fail' off.",
			endpoint: '/workspaces/reset_sandbox',
			effect: 'write',
			kind: action({
				idField: 'workspace_id',
				confirm: confirmReset,
				done: { outcome: 'reset', sentence: 'The workspace is back at its start' },
				acceptedSentence: 'The service accepted the reset',
				failedSentence: 'The workspace was not reset',
				lookLater: "See with 'Device: Get Many' whether the devices are back at their start",
			}),
			fields: {
				workspaceName: {
					displayName: 'Workspace Name',
					type: 'string',
					required: true,
					default: '',
					description: "The name that 'Workspace: Get' shows, to confirm that this is the workspace to reset",
				},
			},
			request: ({ workspaceName }) => {
				requireName(workspaceName);
				return {};
			},
		}),
	],
};

function requireName(value: unknown): string {
	const name = optionalText(value);
	if (name === undefined) throw new InvalidParameterError("'Workspace Name' is empty", 'Enter the name of the workspace to confirm the reset.');
	return name;
}

/** The ID of the workspace that the key belongs to, when it is a sandbox and has the name that was typed in. */
async function confirmReset(send: SendRequest, { workspaceName }: IDataObject): Promise<string> {
	const answer = await send({ endpoint: GET_WORKSPACE, body: {}, effect: 'read' });
	const { workspace_id: id, name, is_sandbox: isSandbox } = takeObject(answer, 'workspace');
	if (isSandbox !== true) {
		throw new InvalidParameterError('Only a sandbox workspace can be reset', `The API key belongs to the workspace '${String(name)}', which has real locks.`);
	}
	if (name !== requireName(workspaceName)) {
		throw new InvalidParameterError(
			"'Workspace Name' is not the name of this workspace, so nothing was reset",
			`The API key belongs to the workspace '${String(name)}'.`,
		);
	}
	return String(id);
}
