import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../errors/allErrors';
import { InvalidParameterError } from '../errors/errors';
import type { SendRequest } from '../transport/request';
import {
	action,
	defineOperation,
	done,
	isEmptyBody,
	many,
	type NestedField,
	one,
	optionalText,
	optionalUuid,
	type Resource,
} from '../operation';
import { withoutUndefined } from '../wire/values';
import { additionalFieldsOf, updateFieldsOf } from './fields/collections';
import { requireSandbox } from './fields/simulated';

const GET_WORKSPACE = '/workspaces/get';

const color = (displayName: string, name: string, description: string): NestedField => ({
	displayName,
	name,
	type: 'color',
	default: '',
	description,
});

/** How the sign-in page looks to owners who connect an account. */
const LOOK_FIELDS: NestedField[] = [
	color('Button Color', 'buttonColor', 'The color of the main button'),
	color('Button Text Color', 'buttonTextColor', 'The color of the text on the main button'),
	{
		displayName: 'Logo Shape',
		name: 'logoShape',
		type: 'options',
		options: [
			{ name: 'Circle', value: 'circle' },
			{ name: 'Square', value: 'square' },
		],
		default: 'square',
		description: 'The shape of the logo',
	},
	{
		displayName: 'Success Message',
		name: 'successMessage',
		type: 'string',
		default: '',
		description: 'What an owner reads after connecting an account',
	},
];

const NAME = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	description: 'The name of the workspace',
} as const;

const byLabel = (...fields: NestedField[]) =>
	fields.sort((a, b) => a.displayName.localeCompare(b.displayName));

const UPDATE_FIELDS = byLabel(...LOOK_FIELDS, NAME, {
	displayName: 'Company Name',
	name: 'partnerName',
	type: 'string',
	default: '',
	description: 'The name of your company, which owners see when they connect an account',
});

const CREATE_FIELDS = byLabel(
	...LOOK_FIELDS,
	{
		displayName: 'Company Name',
		name: 'companyName',
		type: 'string',
		default: '',
		description: 'The name of your company, which owners see when they connect an account',
	},
	{
		displayName: 'Organization ID',
		name: 'organizationId',
		type: 'string',
		default: '',
		description: 'The organization that the workspace belongs to',
	},
);

function lookOf({ logoShape, buttonColor, buttonTextColor, successMessage }: IDataObject) {
	const look = {
		logo_shape: optionalText(logoShape),
		primary_button_color: optionalText(buttonColor),
		primary_button_text_color: optionalText(buttonTextColor),
		success_message: optionalText(successMessage),
	};
	return isEmptyBody(look) ? undefined : withoutUndefined(look);
}

export const workspace: Resource = {
	value: 'workspace',
	name: 'Workspace',
	description:
		'Where your locks and codes are. A sandbox workspace has virtual locks, and a production workspace has real ones.',
	operations: [
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get workspace',
			description: 'Get your workspace, and see whether it is a sandbox',
			endpoint: GET_WORKSPACE,
			effect: 'read',
			kind: one('workspace'),
			fields: {},
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many workspaces',
			description:
				'Retrieve a list of the workspaces that the credential opens. An API key opens only one. A personal access token can open several.',
			endpoint: '/workspaces/list',
			effect: 'read',
			kind: many('workspaces'),
			fields: {},
		}),
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create workspace',
			description:
				'Create a workspace. Use a credential with a personal access token, because an API key belongs to one workspace and cannot create another.',
			endpoint: '/workspaces/create',
			effect: 'write',
			kind: one('workspace'),
			fields: {
				name: { ...NAME, required: true },
				isSandbox: {
					displayName: 'Sandbox',
					type: 'boolean',
					default: true,
					description:
						'Whether the workspace is a sandbox with virtual locks. You cannot change this later.',
				},
				additionalFields: additionalFieldsOf(...CREATE_FIELDS),
			},
			request: ({ name, isSandbox, additionalFields }) => {
				const text = optionalText(name);
				if (text === undefined)
					return refuse(
						new InvalidParameterError("'Name' is empty", 'Enter the name of the workspace.'),
					);
				return {
					name: text,
					is_sandbox: isSandbox,
					company_name: optionalText(additionalFields.companyName),
					organization_id: optionalUuid('Organization ID', additionalFields.organizationId),
					connect_webview_customization: lookOf(additionalFields),
				};
			},
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update workspace',
			description:
				"Change the workspace's name, or what owners see when they connect an account. Returns the workspace.",
			endpoint: '/workspaces/update',
			effect: 'write',
			inOrderOf: [],
			kind: done('updated', [], { readBack: { endpoint: GET_WORKSPACE, member: 'workspace' } }),
			fields: { updateFields: updateFieldsOf(...UPDATE_FIELDS) },
			request: ({ updateFields }) => {
				const { name, partnerName, ...look } = updateFields;
				const body = {
					name: optionalText(name),
					connect_partner_name: optionalText(partnerName),
					connect_webview_customization: lookOf(look),
				};
				if (isEmptyBody(body))
					throw new InvalidParameterError(
						'There is nothing to change',
						"Add a field under 'Update Fields'.",
					);
				return body;
			},
		}),
		defineOperation({
			value: 'resetSandbox',
			name: 'Reset Sandbox',
			action: 'Reset sandbox workspace',
			description: 'Reset a sandbox workspace to its initial state. You lose everything in it.',
			endpoint: '/workspaces/reset_sandbox',
			effect: 'write',
			kind: action({
				idField: 'workspace_id',
				confirm: confirmReset,
				done: { outcome: 'reset', sentence: 'The workspace was reset' },
				acceptedSentence: 'The service accepted the reset',
				failedSentence: 'The workspace was not reset',
				lookLater: "Use 'Get many devices' to see whether the devices were reset",
			}),
			fields: {
				workspaceName: {
					displayName: 'Workspace Name',
					type: 'string',
					required: true,
					default: '',
					description: "The name of the workspace to reset, as 'Get workspace' shows it",
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
	if (name === undefined)
		return refuse(
			new InvalidParameterError(
				"'Workspace Name' is empty",
				'Enter the name of the workspace to confirm the reset.',
			),
		);
	return name;
}

/** The ID of the workspace to reset. */
async function confirmReset(send: SendRequest, { workspaceName }: IDataObject): Promise<string> {
	const { workspace_id: id, name } = await requireSandbox(
		send,
		'Only a sandbox workspace can be reset',
	);
	if (name !== requireName(workspaceName)) {
		return refuse(
			new InvalidParameterError(
				"'Workspace Name' is not the name of this workspace, so nothing was reset",
				`The node works in the workspace '${String(name)}'.`,
			),
		);
	}
	return String(id);
}
