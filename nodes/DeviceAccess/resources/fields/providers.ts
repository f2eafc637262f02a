import { choicesOf, MAKERS } from './deviceFilters';

export const PROVIDER_CHOICES = choicesOf([
	...MAKERS,
	'assa_abloy_credential_service',
	'assa_abloy_vostio',
	'assa_abloy_vostio_credential_service',
	'dormakaba_ambiance',
	'dormakaba_community',
	'dusaw',
	'first_alert',
	'google_nest',
	'hid_cm',
	'hotek',
	'latch',
	'legic_connect',
	'my_2n',
	'pti',
	'salto_ks',
	'salto_ks_accept',
	'salto_space',
	'seam_passport',
	'sifely',
	'thirty_three_lock',
	'visionline',
	'yale_access',
]);

/** Groups of providers, without the internal one. */
export const CATEGORY_CHOICES = choicesOf([
	'access_control_systems',
	'beta',
	'cameras',
	'connectors',
	'consumer_smartlocks',
	'noise_sensors',
	'stable',
	'thermostats',
]);
