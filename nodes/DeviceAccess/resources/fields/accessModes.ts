/** The ways to open a door besides a PIN, as choices. */
export const CARD = { name: 'Card', value: 'card', description: 'A card, which has to be encoded or assigned' } as const;
export const CLOUD_KEY = { name: 'Cloud Key', value: 'cloud_key', description: "For opening the doors remotely, such as with 'Access Method: Unlock Door'" } as const;
export const MOBILE_KEY = { name: 'Mobile Key', value: 'mobile_key', description: 'A key on the phone, sent as a link' } as const;
