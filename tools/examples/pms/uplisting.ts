import type { PmsSystem } from '../system';

export const uplisting: PmsSystem = {
	from: 'uplisting',
	name: 'Uplisting',
	protection: 'secretPath',
	notes: {
		rooms:
			'Give each room a space whose key is the ID of its unit in Uplisting, or of its property if it has no units. Or give the space the name that it has there, if no unit of another property has this name.',
		credentials: [],
		publish:
			'For each of the events `booking_created`, `booking_updated` and `booking_removed`, register the **Production URL** of *From Uplisting*: `curl https://connect.uplisting.io/hooks -H "Authorization: Basic $(printf %s YOUR_API_KEY | base64)" -H \'Content-Type: application/json\' -d \'{"event":"booking_created","target_url":"YOUR_URL"}\'`.',
		more: [
			'No signature of Uplisting is known: keep the address of *From Uplisting* secret. If it got out, enter another **Path**, and register the new URL.',
			'Nothing is compared. If Uplisting could not deliver a call, change the booking there, which sends another one.',
			'The calls are known from Pipedream: try it with one test booking.',
		],
	},
};
