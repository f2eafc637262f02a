import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../errors/errors';
import type { SendRequest } from '../transport/request';
import {
	action,
	booleanField,
	choiceField,
	defineOperation,
	done,
	type NestedField,
	one,
	optionalText,
	type Resource,
	stringField,
} from '../operation';
import { RECORDS } from '../wire/recordTable';
import { recordOf } from './fields/recordOperations';
import { additionalFieldsOf, updateFieldsOf } from './fields/collections';
import { requireSandbox } from './fields/simulated';

const GET_WORKSPACE = '/workspaces/get';

/** The object of the fields below. */
const LOOK = 'connect_webview_customization';

const color = (
	displayName: string,
	name: string,
	member: string,
	description: string,
): NestedField => ({
	displayName,
	name,
	wire: `${LOOK}.${member}`,
	type: 'color',
	default: '',
	description,
});

/** How the sign-in page looks to owners who connect an account. */
const LOOK_FIELDS: NestedField[] = [
	color('Button Color', 'buttonColor', 'primary_button_color', 'The color of the main button'),
	color(
		'Button Text Color',
		'buttonTextColor',
		'primary_button_text_color',
		'The color of the text on the main button',
	),
	choiceField(
		'Logo Shape',
		'The shape of the logo',
		[
			{ name: 'Circle', value: 'circle' },
			{ name: 'Square', value: 'square' },
		],
		'square',
		{ name: 'logoShape', wire: `${LOOK}.logo_shape` },
	),
	stringField('Success Message', 'What an owner reads after connecting an account', {
		name: 'successMessage',
		wire: `${LOOK}.success_message`,
	}),
];

const NAME = stringField('Name', 'The name of the workspace', {
	name: 'name',
	placeholder: 'e.g. Harbour Hotel',
});

const byLabel = (...fields: NestedField[]) =>
	fields.sort((a, b) => a.displayName.localeCompare(b.displayName));

const UPDATE_FIELDS = byLabel(
	...LOOK_FIELDS,
	NAME,
	stringField(
		'Company Name',
		'The name of your company, which owners see when they connect an account',
		{ name: 'partnerName', wire: 'connect_partner_name' },
	),
);

const CREATE_FIELDS = byLabel(
	...LOOK_FIELDS,
	stringField(
		'Company Name',
		'The name of your company, which owners see when they connect an account',
		{ name: 'companyName' },
	),
	stringField('Organization ID', 'The organization that the workspace belongs to', {
		name: 'organizationId',
	}),
);

const record = recordOf(RECORDS.workspace);

export const workspace: Resource = {
	value: 'workspace',
	name: 'Workspace',
	description:
		'Where your locks and codes are. A sandbox workspace has virtual locks, and a production workspace has real ones.',
	operations: [
		record.get('Get your workspace, and see whether it is a sandbox', {}),
		record.getMany(
			'Retrieve a list of the workspaces that the credential opens. An API key opens only one.',
			{},
		),
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create workspace',
			description: 'Create a workspace. Needs a credential with a personal access token.',
			endpoint: '/workspaces/create',
			effect: 'write',
			kind: one('workspace'),
			fields: {
				name: { ...NAME, required: true },
				isSandbox: booleanField(
					'Sandbox',
					'Whether the workspace is a sandbox with virtual locks. You cannot change this later.',
					true,
				),
				additionalFields: additionalFieldsOf(...CREATE_FIELDS),
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
				says: {
					done: { outcome: 'reset', sentence: 'The workspace was reset' },
					acceptedSentence: 'The service accepted the reset',
					failedSentence: 'The workspace was not reset',
					lookLater: "Use 'Get many devices' to see whether the devices were reset",
				},
				confirm: confirmReset,
			}),
			fields: {
				workspaceName: stringField(
					'Workspace Name',
					"The name of the workspace to reset, as 'Get workspace' shows it",
					{ required: true },
				),
			},
			request: (_values, ofFields) => {
				ofFields();
				return {};
			},
		}),
	],
};

async function confirmReset(
	send: SendRequest,
	{ values: { workspaceName } }: { values: IDataObject },
): Promise<string> {
	const { workspace_id: id, name } = await requireSandbox(
		send,
		'Only a sandbox workspace can be reset',
	);
	if (name !== optionalText(workspaceName)) {
		throw new InvalidParameterError(
			"'Workspace Name' is not the name of this workspace, so nothing was reset",
			`The node works in the workspace '${String(name)}'.`,
		);
	}
	return String(id);
}
