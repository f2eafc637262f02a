import { inWorkspace } from '../../../../nodes/DeviceAccess/operation/form/options';
import type { ApiCredential } from '../../../../nodes/DeviceAccess/transport/credential';

const [ONE, OTHER] = [
	'10000000-0000-4000-8000-000000000001',
	'10000000-0000-4000-8000-000000000002',
];
const apiKey: ApiCredential = {
	baseUrl: 'https://locks.example.com',
	secret: 'key',
	isToken: false,
};
const token: ApiCredential = { ...apiKey, secret: 'token', isToken: true };

describe('the workspace of a token', () => {
	it.each([
		{
			what: 'the chosen one',
			credential: { ...token, workspaceId: ONE },
			options: { workspaceId: OTHER },
			workspaceId: OTHER,
		},
		{
			what: 'the chosen one if the credential has none',
			credential: token,
			options: { workspaceId: OTHER.toUpperCase() },
			workspaceId: OTHER,
		},
		{
			what: 'the one in a locator, as n8n gives it in a collection',
			credential: token,
			options: { workspaceId: { __rl: true, mode: 'id', value: ONE } },
			workspaceId: ONE,
		},
	])('is $what', ({ credential, options, workspaceId }) => {
		expect(inWorkspace(credential, options)).toEqual({ ...token, workspaceId });
	});

	it.each([
		{ what: 'nobody chose one', credential: token, options: {}, message: 'No workspace is chosen' },
		// The workspace of the credential is not the intended one.
		{
			what: 'the expression gives nothing',
			credential: { ...token, workspaceId: ONE },
			options: { workspaceId: undefined },
			message: "'Workspace' is empty",
		},
		{
			what: 'the credential has an API key',
			credential: apiKey,
			options: { workspaceId: ONE },
			message: "'Workspace' needs a credential with a personal access token",
		},
	])('is refused if $what', ({ credential, options, message }) => {
		let thrown: unknown;
		try {
			inWorkspace(credential, options);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({ code: 'INVALID_PARAMETER', message });
	});
});

it('an API key works in its own workspace', () => {
	expect(inWorkspace(apiKey, {})).toEqual(apiKey);
});
