/** The header that authenticates a sender of calls, as a person would set it up in n8n. */
export const SENDER_SECRET = { name: 'X-Webhook-Secret', value: 'sandbox-webhook-secret' };
/** The login of a sender that uses Basic Auth. */
export const SENDER_LOGIN = { user: 'pms', password: SENDER_SECRET.value };

/** The headers with which a sender shows who it is. */
export const proofOf = ({
	secret = SENDER_SECRET.value,
	login = { ...SENDER_LOGIN, password: secret },
}: { secret?: string; login?: { user: string; password: string } } = {}): Record<
	string,
	string
> => ({
	[SENDER_SECRET.name]: secret,
	authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`,
});
