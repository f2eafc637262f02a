import type { PmsSystem } from '../system';

export const ownerRez: PmsSystem = {
	from: 'ownerRez',
	name: 'OwnerRez',
	sendsNoLanguage: true,
	protection: 'basicAuth',
	isNameOfBookingTold: true,
	notes: {
		height: 500,
		pin: 'OwnerRez does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of its property in OwnerRez. Or give the space the name that the property has there.',
		credentials: [
			'In *From OwnerRez*, create a **Basic Auth** credential: a name and a long password of your choice.',
		],
		publish:
			'OwnerRez sends webhooks to OAuth apps only: create one, with the **Production URL** of *From OwnerRez* as its webhook, and with the name and password of point 3 as its user and password.',
		ignored:
			'Blocks, other events and test calls change nothing. A pending booking gives no access, and ends what it had.',
		more: `An owner's stay is a stay: it gets a PIN.

The calls are known from OwnerRez's own samples and the code of third parties, which say that each call has the whole booking since August 2025. A call that only names a booking changes nothing, and you get a message. Try it with one test booking.`,
		list: "The workflow compares no list, because the code of third parties disagrees on how OwnerRez's list is read. A call that OwnerRez could not deliver changes nothing at the doors.\n\nTo repair that, change the booking in OwnerRez, which sends another call, or change the access with **Create or update reservation**.",
	},
};
