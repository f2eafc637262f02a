import type { PmsSystem } from '../system';

export const uplisting: PmsSystem = {
	from: 'uplisting',
	name: 'Uplisting',
	sendsNoLanguage: true,
	protection: 'secretPath',
	notes: {
		height: 560,
		pin: 'Uplisting does not get the PIN.',
		rooms:
			'Give each room a space whose key is the ID of its unit in Uplisting, or of its property if it has no units. Or give the space the name that it has there, if no unit of another property has this name, not even one without a lock here.',
		credentials: [],
		publish:
			'For each of the events `booking_created`, `booking_updated` and `booking_removed`, register the **Production URL** of *From Uplisting*: `curl https://connect.uplisting.io/hooks -H "Authorization: Basic $(printf %s YOUR_API_KEY | base64)" -H \'Content-Type: application/json\' -d \'{"event":"booking_created","target_url":"YOUR_URL"}\'`.',
		ignored: 'Calls about properties and blocks change nothing.',
		more: `A booking that you enter for an owner is a stay: it gets a PIN.

### The address is a secret
No signature of Uplisting is known. n8n made a random address at the import, so keep it to yourself. Anyone who knows it can send bookings. If it got out, enter another **Path** in *From Uplisting*, and register the new URL.

The calls are known from Pipedream: try it with one test booking.`,
		list: 'The workflow compares no list, because it is not known which bookings the list of Uplisting leaves out. A call that Uplisting could not deliver changes nothing at the doors.\n\nTo repair that, change the booking in Uplisting, which sends another call, or change the access with **Create or update reservation**.',
	},
};
