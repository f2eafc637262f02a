// Which tests prove what the specification says. A title is the beginning of the title of one or more tests.

/** Tests of one file, by the beginnings of their titles. */
export interface Proof {
	readonly file: string;
	readonly titles: readonly string[];
}

/** Why nothing can be proved: the words say what is not known, or only introduce what follows. */
export interface NothingToProve {
	readonly nothingToProve: string;
}

/** What the tests beside it do not prove: the row counts as covered in part. */
export interface Unproven {
	readonly unproven: string;
}

export type Proofs = ReadonlyArray<Proof | Unproven> | NothingToProve;

/** Proofs of the rows under one heading: by the name of a row, or by its beginning when the key ends with `…`. */
export type ProofsOfHeading = Readonly<Record<string, Proofs>> | ((row: string) => Proofs);

const proof = (file: string) => (...titles: string[]): Proof => ({ file: `test/contract/${file}.test.ts`, titles });
const http = proof('sandbox/http');
const convert = proof('sandbox/convert');
const deletion = proof('sandbox/delete');
const codes = proof('sandbox/accessCodes.specification');
const lifecycle = proof('sandbox/accessCodes.lifecycle');
const requests = proof('sandbox/accessCodes.requests');
const grants = proof('sandbox/accessGrants.specification');
const grantLife = proof('sandbox/accessGrants');
const methods = proof('sandbox/accessMethods');
const groups = proof('sandbox/accessGroups');
const others = proof('sandbox/otherRecords.specification');
const records = proof('sandbox/records');
const pages = proof('sandbox/pagination');
const fixtures = proof('sandbox/fixtures');
const rules = proof('sandbox/rules.specification');

const NOT_KNOWN: Proofs = { nothingToProve: 'says what the specification leaves open' };
const INTRODUCTION: Proofs = { nothingToProve: 'introduces what follows' };

const answersOf = (...paths: string[]) => records(...paths.map((path) => `${path} answers ok and what its schema promises`));
const required = (record: string) => [rules(`${record}: required are the fields that the specification lists`)];

/**
 * Table rows that hold a field each: the title of the test begins with the record and the field. `notes` adds what proves
 * the notes of a row; `paragraphs` are the rows in words around the table.
 */
const fields = (
	test: (title: string) => Proof,
	record: string,
	{ paragraphs = {}, notes = {} }: { paragraphs?: Readonly<Record<string, Proofs>>; notes?: Readonly<Record<string, readonly Proof[]>> } = {},
) => (row: string): Proofs =>
	Object.entries(paragraphs).find(([start]) => row.startsWith(start.slice(0, -1)))?.[1] ?? [test(`${record}.${row}:`), ...(notes[row] ?? [])];
const mutations = (test: (title: string) => Proof, record: string) => (row: string): Proofs => [test(`${record}.pending_mutations ${row}:`)];

const RESOURCES = 'Resources and their fields';
const STATES = 'States and transitions';
const ENDPOINTS = 'Endpoints';

export const PROOFS: Readonly<Record<string, ProofsOfHeading>> = {
	'': { 'This document covers…': INTRODUCTION },
	'What the service does': {
		'The service is a cloud HTTP and JSON interface…': [http('answers the workspace and ok to POST /workspaces/get')],
		'Every caller works inside a workspace…': [http('keeps workspaces apart'), others('workspace.is_sandbox:')],
		'Resources handled…': [
			answersOf('/workspaces/get', '/devices/list', '/access_codes/list', '/access_grants/list', '/access_methods/list', '/acs/access_groups/list'),
		],
		'An access code is a PIN-style code…': [lifecycle('is being set, and then set'), codes('access_code.is_managed:')],
		'An unmanaged access code exists…': [convert('keeps managed and unmanaged ids apart', 'takes a code over from another workspace only with force')],
		'Only three operations are allowed…': [
			answersOf('/access_codes/unmanaged/list', '/access_codes/unmanaged/convert_to_managed', '/access_codes/unmanaged/delete'),
			requests('update does not find an unmanaged code', 'delete does not find an unmanaged code'),
		],
		'After a successful conversion…': [rules('after a conversion the code is read, changed and deleted like any managed one')],
		'Conversion is impossible…': [
			rules('no code of a provider without conversion can be converted'),
			fixtures('the hotel lists no codes on Kwikset, and codes without PINs on SmartThings'),
		],
		'An access grant gives a user identity…': [
			grantLife('sets one PIN on every device', 'finds a person by key once'),
			grants('access_method.mode:', 'access_grant.space_ids:'),
		],
		'Operations that finish in the background…': [convert('answers with a pending attempt'), deletion('deletes by POST: attempt first pending')],
		'List endpoints that support pagination…': [pages('walks all pages'), others('pagination.')],
		'Every successful response body…': [rules('every successful answer is an object with ok true and its named members')],
	},
	[RESOURCES]: { 'Types: uuid means…': [codes('access_code.access_code_id: uuid', 'access_code.created_at: date-time'), rules('a uuid and a date-time are held to their formats')] },
	[`${RESOURCES} > workspace`]: fields(others, 'workspace'),
	[`${RESOURCES} > access_code`]: fields(codes, 'access_code', {
		paragraphs: {
			'Required fields…': required('access_code'),
			'Issue object…': [codes('access_code.errors: error_code', 'access_code.warnings: the same shape')],
			'Access code pending mutation…': [codes('access_code.pending_mutations ')],
		},
		notes: {
			common_code_key: [requests('share a PIN that the service chose, with a key')],
			starts_at: [lifecycle('waits for 72 hours before its start')],
			ends_at: [lifecycle('waits for 72 hours before its start')],
			name: [codes('access_code.appearance:'), lifecycle('a name too long for the lock is shortened there')],
			is_managed: [codes('access_code (unmanaged).is_managed:')],
			is_backup: [lifecycle('are pulled by request: the backup takes over')],
			is_offline_access_code: [lifecycle('an offline code needs no connection')],
			is_one_time_use: [lifecycle('a one-time code is used up by its entry')],
			is_scheduled_on_device: [lifecycle('waits for 72 hours before its start, is scheduled on the lock')],
			is_waiting_for_code_assignment: [lifecycle('a lock whose maker chooses the PIN has it when the code is set')],
			lockvendor_metadata: [codes('access_code.lockvendor_metadata.')],
		},
	}),
	[`${RESOURCES} > access_code > Access code pending mutation`]: mutations(codes, 'access_code'),
	[`${RESOURCES} > access_grant`]: fields(grants, 'access_grant', {
		paragraphs: {
			'Required fields…': required('access_grant'),
			'requested_access_methods item…': required('access_grant.requested_access_methods'),
			'Access grant pending mutation…': [grants('access_grant.pending_mutations ')],
		},
		notes: {
			access_grant_key: [grantLife('refuse a key that is taken')],
			name: [grantLife('renames it at once, and goes back to the computed name')],
		},
	}),
	[`${RESOURCES} > access_grant > requested_access_methods item`]: fields(grants, 'access_grant.requested_access_methods', {
		notes: {
			code: [grants('Limits, access_grant requested method code:'), grantLife('name the parameter where a PIN comes with another mode')],
			instant_key_max_use_count: [grants('Limits, instant_key_max_use_count:'), grantLife('name the parameter where a PIN comes with another mode, or a use count')],
		},
	}),
	[`${RESOURCES} > access_grant > Access grant pending mutation`]: mutations(grants, 'access_grant'),
	[`${RESOURCES} > access_method`]: fields(grants, 'access_method', {
		paragraphs: {
			'Required fields…': required('access_method'),
			'Access method pending mutation…': [grants('access_method.pending_mutations ')],
		},
		notes: {
			is_assignment_required: [grantLife('there is one card for each access system'), methods('issues the method, and gives it in the result')],
			is_ready_for_assignment: [methods('issues the method, and gives it in the result', 'fails for a card that the system does not know')],
			is_encoding_required: [methods('issues it when the attempt succeeds')],
			is_ready_for_encoding: [methods('issues it when the attempt succeeds')],
			instant_key_url: [grants('access_method.instant_key_url and client_session_token: only for mobile keys')],
			client_session_token: [grants('access_method.instant_key_url and client_session_token: only for mobile keys')],
		},
	}),
	[`${RESOURCES} > access_method > Access method pending mutation`]: mutations(grants, 'access_method'),
	[`${RESOURCES} > acs_access_group (partial)`]: fields(groups, 'acs_access_group', { paragraphs: { 'Further fields…': NOT_KNOWN } }),
	[`${RESOURCES} > device`]: { 'Returned by the device list endpoint…': [codes('device.device_id:')] },
	[`${RESOURCES} > action_attempt`]: fields(codes, 'action_attempt'),
	[`${RESOURCES} > pagination object`]: fields(others, 'pagination'),
	[`${STATES} > access_code.status`]: {
		'Values: setting…': [codes('access_code.status:'), lifecycle('is being set, and then set', 'is removed: removing, gone')],
	},
	[`${STATES} > action_attempt.status`]: { 'Values shown: pending, success…': [codes('action_attempt.status ', 'action_attempt.result: an empty object')] },
	[`${STATES} > Unmanaged to managed`]: {
		'unmanaged code (is_managed false)': [convert('then moves the code, with the same id, to the managed ones, and reports it by attempt and event')],
		'unmanaged code': [convert('lets a conversion fail later: attempt, event with its reasons, errors on the code, and the code stays')],
	},
	[ENDPOINTS]: { 'All calls need the Authorization header…': [http('refuses a missing key', 'refuses a body of type')] },
	[`${ENDPOINTS} > POST /workspaces/get`]: {
		'Request: empty JSON object.': [http('answers the workspace and ok to POST /workspaces/get with {}')],
		'Response: workspace…': [http('answers the workspace and ok to POST /workspaces/get'), answersOf('/workspaces/get')],
	},
	[`${ENDPOINTS} > GET or POST /devices/list`]: {
		'Request (JSON body or parameters)…': [pages('walks all pages'), rules('/devices/list answers GET and POST alike')],
		'Response: devices…': [answersOf('/devices/list'), codes('device.device_id:')],
		'Paging: the first request omits page_cursor…': [
			others('pagination: while has_next_page is true'),
			pages('walks all pages with identical parameters and ends with false, null and null'),
		],
		'Other filters of this endpoint…': NOT_KNOWN,
	},
	[`${ENDPOINTS} > GET or POST /access_codes/unmanaged/list`]: {
		'Request: device_id…': [rules('/access_codes/unmanaged/list needs a device_id', '/access_codes/unmanaged/list answers GET and POST alike')],
		'Response: access_codes…': [answersOf('/access_codes/unmanaged/list'), codes('access_code (unmanaged).is_managed:')],
		'For devices of providers that hide PINs…': [codes('access_code (unmanaged).code:'), fixtures('the hotel lists no codes on Kwikset, and codes without PINs on SmartThings')],
	},
	[`${ENDPOINTS} > POST /access_codes/unmanaged/convert_to_managed`]: {
		'Request: access_code_id…': [rules('/access_codes/unmanaged/convert_to_managed needs an access_code_id')],
		'Response: action_attempt…': [convert('answers with a pending attempt'), rules('the attempts of converting and deleting bear the names of the specification')],
		'Returns at once…': [convert('answers with a pending attempt and changes nothing until the time is up')],
		'An older variant of this operation…': [convert('converts through the older update by POST')],
	},
	[`${ENDPOINTS} > POST /access_codes/unmanaged/delete`]: {
		'Request: access_code_id…': [rules('/access_codes/unmanaged/delete needs an access_code_id')],
		'Response: action_attempt…': [deletion('deletes by POST: attempt first pending'), rules('the attempts of converting and deleting bear the names of the specification')],
		'An older variant uses the HTTP method DELETE…': [deletion('deletes by DELETE: attempt first pending')],
		'Endpoints for creating, updating or deleting…': NOT_KNOWN,
	},
	Authentication: {
		'Every request carries the header…': [http('refuses a missing key', 'refuses a unknown key')],
		'<API_KEY> is a workspace API key…': [http('keeps workspaces apart'), others('workspace.is_sandbox:')],
		'A request is correctly authenticated…': [http('answers the workspace and ok to POST /workspaces/get with {} and the key')],
		'Access grants and access methods may carry…': [grants('access_grant.client_session_token:', 'access_method.client_session_token:')],
		'Key issuance…': NOT_KNOWN,
	},
	Events: {
		'access_code.unmanaged.converted_to_managed': [convert('then moves the code, with the same id, to the managed ones, and reports it by attempt and event')],
		'access_code.unmanaged.failed_to_convert_to_managed': [convert('lets a conversion fail later: attempt, event with its reasons')],
		'The convert operation does not report its outcome…': [
			convert('answers with a pending attempt and changes nothing until the time is up', 'answers ok alone when told so, and converts all the same'),
		],
		'Event payload fields…': NOT_KNOWN,
		'How events are delivered…': NOT_KNOWN,
	},
	Errors: {
		'Issue objects appear as data…': [codes('device.errors: says which device is offline')],
		'access_code.errors and .warnings': [codes('access_code.errors: error_code, message, created_at', 'access_code.warnings: the same shape')],
		'access_grant.errors': [grants('access_grant.errors cannot_create_requested_access_methods: created_at, message, missing_device_ids optional')],
		'access_grant.warnings': [grants('access_grant.warnings: code, message and created_at each')],
		'access_method.warnings': [
			grants('access_method.warnings being_deleted:', 'access_method.warnings updating_access_times:', 'access_method.warnings pulled_backup_access_code:'),
		],
		'acs_access_group.errors': [groups('acs_access_group.errors failed_to_create_on_acs_system: created_at, message')],
		'Rules:': INTRODUCTION,
		'Every issue has created_at…': [
			codes('access_code.errors: error_code', 'access_code.warnings: the same shape', 'device.errors:', 'device.warnings:'),
			grants('access_grant.errors cannot_create', 'access_grant.warnings: code', 'access_method.warnings being_deleted:'),
			groups('acs_access_group.errors failed_to_create'),
		],
		'Successful responses carry ok: true.': [rules('every successful answer is an object with ok true and its named members')],
		'HTTP status codes…': NOT_KNOWN,
	},
	Limits: {
		'access_grant requested method code': [grants('Limits, access_grant requested method code:')],
		instant_key_max_use_count: [
			grants('Limits, instant_key_max_use_count:', 'access_grant.requested_access_methods.instant_key_max_use_count: default 1'),
		],
		Pagination: [rules('Limits, Pagination:'), { unproven: 'connect webviews, which the sandbox and the node do not offer' }],
		'Maximum and default value of limit…': NOT_KNOWN,
	},
	Versioning: {
		'The machine-readable description…': { nothingToProve: 'is about the description, not about answers' },
		'Deprecated fields remain…': [
			grants('access_grant.location_ids:'),
			groups('acs_access_group.access_group_type:', 'acs_access_group.access_group_type_display_name:', 'acs_access_group.external_type'),
		],
		'Version negotiation…': NOT_KNOWN,
	},
};
