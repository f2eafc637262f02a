import { namesWithValues } from './workflow';

/** Of every request to Smoobu, from an item that has been signed. */
export const SMOOBU_HEADERS = namesWithValues({
	'X-API-Key': '={{ $json.api_key }}',
	'X-Timestamp': '={{ $json.timestamp }}',
	'X-Nonce': '={{ $json.nonce }}',
	'X-Signature': '={{ $json.signature }}',
});
