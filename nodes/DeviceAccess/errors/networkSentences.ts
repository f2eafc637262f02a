/** True for the network codes of a timeout. */
export const isTimeLimit = (networkCode: string) =>
	networkCode === 'ECONNABORTED' || networkCode === 'ETIMEDOUT';

/**
 * Messages for Node's network codes. None contains its code, because n8n would replace such a
 * message with its own.
 */
export const NETWORK_SENTENCES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'No server answers at the address of the service',
	ENOTFOUND: "The host name in the 'Base URL' of the credential does not exist",
	EAI_AGAIN: "The host name in the 'Base URL' of the credential could not be looked up",
	ECONNRESET: 'The connection closed before the service answered',
	EPIPE: 'The connection closed before the service answered',
	ECONNABORTED: 'The service took too long to answer',
	ETIMEDOUT: 'The service took too long to answer',
	ERR_NETWORK: 'The connection closed before the service answered',
	EHOSTUNREACH: 'The host of the service cannot be reached',
	ENETUNREACH: 'The network of the service cannot be reached',
	EPROTO: "The server at the 'Base URL' of the credential does not use HTTPS",
	DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the service is not trusted',
	SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the service is not trusted',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the service is not trusted',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the service is not trusted',
	CERT_HAS_EXPIRED: 'The certificate of the service has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the service is for another host',
};
