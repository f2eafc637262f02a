import { InvalidParameterError } from '../../../nodes/DeviceAccess/errors/errors';
import {
	readAuthentication,
	workspaceHeader,
} from '../../../nodes/DeviceAccess/transport/credential';

const WORKSPACE_ID = '10000000-0000-4000-8000-000000000001';
const TOKEN = 'seam_at_sandbox-token';
const token = { authentication: 'personalAccessToken', personalAccessToken: TOKEN };

describe('the fields of the credential', () => {
	it.each([
		{
			fields: {
				authentication: 'apiKey',
				apiKey: 'sandbox-key',
				personalAccessToken: TOKEN,
				workspaceId: WORKSPACE_ID,
			},
			expected: { secret: 'sandbox-key', isToken: false },
		},
		...['\ufeffsandbox\r\n-key\u200b', ' bearer\u00a0sandbox-key'].map((apiKey) => ({
			fields: { apiKey },
			expected: { secret: 'sandbox-key', isToken: false },
		})),
		{ fields: {}, expected: { secret: '', isToken: false } },
		{
			fields: { ...token, personalAccessToken: ` ${TOKEN}\n`, apiKey: 'sandbox-key' },
			expected: { secret: TOKEN, isToken: true },
		},
		{
			fields: { ...token, workspaceId: ` ${WORKSPACE_ID.toUpperCase()} ` },
			expected: { secret: TOKEN, isToken: true, workspaceId: WORKSPACE_ID },
		},
	])('$fields are read as $expected', ({ fields, expected }) => {
		expect(readAuthentication(fields)).toEqual(expected);
	});

	it.each([
		{
			what: 'a token as API key',
			fields: { apiKey: TOKEN },
			message: "The 'API Key' of the credential is a personal access token",
		},
		{
			what: 'an API key as token',
			fields: { ...token, personalAccessToken: 'seam_test_sandbox-key' },
			message: "The 'Personal Access Token' of the credential is not a personal access token",
		},
		{
			what: 'no token',
			fields: { ...token, personalAccessToken: ' ' },
			message: "The 'Personal Access Token' of the credential is empty",
		},
		{
			what: 'a workspace by its name',
			fields: { ...token, workspaceId: 'Hotel' },
			message: "The 'Workspace ID' of the credential is not an ID",
		},
	])('are refused with $what, which is not repeated', ({ fields, message }) => {
		let thrown: unknown;
		try {
			readAuthentication(fields);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(InvalidParameterError);
		expect(thrown).toMatchObject({ message, advice: expect.not.stringContaining('sandbox') });
	});
});

describe('the header of the workspace', () => {
	const ofWorkspace = readAuthentication({ ...token, workspaceId: WORKSPACE_ID });

	it.each([
		{
			what: 'a token with a workspace',
			authentication: ofWorkspace,
			path: '/devices/list',
			header: { 'seam-workspace': WORKSPACE_ID },
		},
		{
			what: 'a token without one',
			authentication: readAuthentication(token),
			path: '/devices/list',
			header: {},
		},
		{
			what: 'a new workspace, behind a proxy',
			authentication: ofWorkspace,
			path: '/proxy/workspaces/create',
			header: {},
		},
		{
			what: 'an API key',
			authentication: { secret: 'sandbox-key', isToken: false },
			path: '/devices/list',
			header: {},
		},
	])('of $what is $header', ({ authentication, path, header }) => {
		expect(workspaceHeader(authentication, path)).toEqual(header);
	});
});
