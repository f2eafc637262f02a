import { choicesOf } from './deviceFilters';

/** Lock makers and systems to offer to an owner (facts 2, A-enums). An expression can give a newer one. */
export const PROVIDER_CHOICES = choicesOf([
	'acuity_scheduling', 'akiles', 'akuvox', 'assa_abloy_credential_service', 'assa_abloy_vostio', 'assa_abloy_vostio_credential_service', 'august',
	'avigilon_alta', 'brivo', 'butterflymx', 'controlbyweb', 'doorking', 'dormakaba_ambiance', 'dormakaba_community', 'dormakaba_oracode', 'dusaw',
	'ecobee', 'first_alert', 'four_suites', 'genie', 'google_nest', 'guesty', 'hid_cm', 'honeywell_resideo', 'hostaway', 'hotek', 'ical', 'igloo',
	'igloohome', 'keyincode', 'keynest', 'kisi', 'korelock', 'kwikset', 'latch', 'legic_connect', 'linear', 'lockly', 'lodgify', 'minut', 'my_2n',
	'nest', 'noiseaware', 'nuki', 'omnitec', 'pti', 'ring', 'salto', 'salto_ks', 'salto_ks_accept', 'salto_space', 'schlage', 'seam_passport', 'sensi',
	'sifely', 'slack', 'smartthings', 'tado', 'tedee', 'thirty_three_lock', 'ttlock', 'ultraloq', 'visionline', 'wyze', 'yale', 'yale_access',
]);

/** Groups of providers, without the internal one. */
export const CATEGORY_CHOICES = choicesOf([
	'access_control_systems', 'beta', 'cameras', 'connectors', 'consumer_smartlocks', 'noise_sensors', 'stable', 'thermostats',
]);
