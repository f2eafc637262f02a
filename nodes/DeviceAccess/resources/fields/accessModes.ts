/** Choices of access methods other than a PIN. */
export const CARD = {
	name: 'Card',
	value: 'card',
	description: 'A card that you encode or assign',
} as const;
export const CLOUD_KEY = {
	name: 'Cloud Key',
	value: 'cloud_key',
	description: "A key that opens doors remotely, with 'Unlock door with access method'",
} as const;
export const MOBILE_KEY = {
	name: 'Mobile Key',
	value: 'mobile_key',
	description: 'A key on the phone, sent as a link',
} as const;
