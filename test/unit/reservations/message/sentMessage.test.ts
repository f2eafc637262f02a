import { sentMessage } from '../../../../nodes/DeviceAccess/reservations/message/sentMessage';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

it.each<[string, WireObject, string]>([
	['Send Email', { accepted: ['a@b.example'], rejected: [], messageId: '1' }, 'sent'],
	['Twilio', { sid: 'SM1', status: 'queued', error_code: null }, 'sent'],
	[
		'HTTP Request',
		{ statusCode: 201, headers: {}, body: { status: 'success', result: [] } },
		'sent',
	],
	['Hostaway says no', { statusCode: 200, body: { status: 'fail' } }, 'refused'],
	['Beds24 says no', { statusCode: 201, body: [{ success: false, errors: [{}] }] }, 'refused'],
	['Beds24 says yes', { statusCode: 201, body: [{ success: true, new: { id: 1 } }] }, 'sent'],
	['Hostex says no', { statusCode: 200, body: { error_code: 404 } }, 'refused'],
	['Hostex knows no token', { statusCode: 200, body: { error_code: 401 } }, 'failed'],
	['Hostex says yes', { statusCode: 200, body: { error_code: 200, data: {} } }, 'sent'],
	['Mandrill says no', { email: 'a@b.example', status: 'rejected', _id: '1' }, 'refused'],
	['Vonage says no', { status: '29', 'error-text': 'Non-Whitelisted Destination' }, 'refused'],
	['Vonage says yes', { to: '15550100', 'message-id': '1', status: '0' }, 'sent'],
	['Mocean says no', { type: 'sms', status: 28, err_msg: 'Invalid receiver' }, 'refused'],
	['Mocean says yes', { type: 'sms', status: 0, receiver: '15550100', msgid: '1' }, 'sent'],
	['Telegram says yes', { ok: true, result: { message_id: 7, chat: { id: 1 } } }, 'sent'],
	['Pushover says yes', { status: 1, request: '1' }, 'sent'],
	['Slack says no', { statusCode: 200, body: { ok: false, error: 'is_archived' } }, 'refused'],
	['a service says no', { statusCode: 200, body: { error: 'No credit' } }, 'refused'],
	['a row passed through', { stay_key: 'a:1', marked: 'x 1' }, 'failed'],
	['a message passed through', { send_by: 'email', text: 'Hi' }, 'failed'],
	['conversations passed through', { status: 'success', result: [{ id: 7 }] }, 'failed'],
	['a stay of Hostex passed through', { request_id: '1', error_code: 200, data: {} }, 'failed'],
	['a token passed through', { token: 'sandbox-token', expiresIn: 86_400 }, 'failed'],
	['nothing', {}, 'unknown'],
	[
		'one of two addresses rejected',
		{ accepted: ['a@b.example'], rejected: ['b@b.example'] },
		'sent',
	],
	['an answer that refuses', { statusCode: 422, body: {} }, 'refused'],
	['an answer of a gateway', { statusCode: 504, body: {} }, 'unknown'],
	['a login that is missing', { error: 'Message failed: 530 5.7.0 Login first' }, 'failed'],
	['all addresses rejected', { accepted: [], rejected: ['a@b.example'] }, 'never'],
	[
		'a mailbox that is not there',
		{ error: "Can't send mail - all recipients were rejected: 550 No such mailbox" },
		'never',
	],
	['greylisting', { error: 'Message failed: 451 4.7.1 Try again later' }, 'failed'],
	['a wrong login', { error: 'Invalid login: 535 5.7.8 Authentication failed' }, 'failed'],
	['no server', { error: 'connect ECONNREFUSED 127.0.0.1:25' }, 'failed'],
	...[
		'Connection timeout',
		'connect ETIMEDOUT 203.0.113.1:587',
		'queryA ETIMEOUT smtp.example.com',
		'140:error:1408F10B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:332:',
		'Client network socket disconnected before secure TLS connection was established',
		'The service refused the connection - perhaps it is offline',
		'The connection cannot be established, this usually occurs due to an incorrect host (domain) value',
		'The DNS server returned an error, perhaps the server is offline',
		'The host is unreachable, perhaps the server is offline',
		'Invalid greeting. response=554 5.7.1 Blocked: 554 5.7.1 Blocked',
	].map((error): [string, WireObject, string] => ['no connection', { error }, 'failed']),
	...[
		'Mail command failed: 553 5.7.1 Sender address rejected: not owned by user',
		'Data command failed: 550 5.4.5 Daily user sending limit exceeded',
		'Message failed: 554 5.7.0 The account exceeded its 24-hour sending limit',
		'Message failed: 554 5.2.252 SendAsDenied; host@example.com not allowed to send as info@example.com',
		...[
			'553 5.7.1 <host@example.com>: Sender address rejected: not owned by user info@example.com',
			'554 5.7.1 <guest@example.com>: Relay access denied',
			'550 5.7.1 Unable to relay',
			'553 Relaying disallowed as host@example.com',
			'550 Sender verify failed',
			'554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list',
		].map((answer) => `Can't send mail - all recipients were rejected: ${answer}`),
	].map((error): [string, WireObject, string] => ['a refused sender', { error }, 'failed']),
	[
		'a mailbox that is not there at a server whose number is like a code',
		{
			error:
				"Can't send mail - all recipients were rejected: 550 5.1.1 No such user (mx.example.com[195.4.56.10])",
		},
		'never',
	],
	[
		"a refusal of the guest's server that the host's one quotes",
		{
			error:
				"Can't send mail - all recipients were rejected: 550 5.1.1 <ada@example.com>: undeliverable address: host mx.example.com[192.0.2.1] said: 550 5.1.1 Relay access denied",
		},
		'never',
	],
	['a mailbox without space', { error: '552 5.2.2 Size limit exceeded' }, 'never'],
	['a message under way', { error: 'Timeout' }, 'unknown'],
	['a connection cut off', { error: 'read ECONNRESET' }, 'unknown'],
	[
		'no answer to a request',
		{ error: "The connection timed out, consider setting the 'Retry on Fail' option" },
		'unknown',
	],
	['no credential', { error: 'Node does not have any credentials set for "smtp"' }, 'failed'],
	['a refusal', { error: { message: 'Bad request', httpCode: '400' } }, 'refused'],
	['an expired token', { error: { message: 'Unauthorized', status: 401 } }, 'failed'],
	['too many', { error: { message: 'Too many', response: { status: 429 } } }, 'failed'],
	['a gateway', { error: { message: 'Gateway timed out', status: 504 } }, 'unknown'],
	['no answer', { error: 'timeout of 300000ms exceeded' }, 'unknown'],
])('%s: %j', (_, item, outcome) => {
	const sent = sentMessage(item);
	expect(sent.outcome).toBe(outcome);
	expect([sent.reason === null, sent.problem === '']).toEqual([
		outcome === 'sent',
		!['failed', 'unknown'].includes(outcome),
	]);
});

it('keeps a PIN out of the reason, which a table keeps', () => {
	const { reason } = sentMessage({
		error: { message: '422 - {"body":"Your PIN: 482193"}', status: 422 },
	});
	expect(reason).toBe('422 - {"body":"Your PIN: ****"}');
});
