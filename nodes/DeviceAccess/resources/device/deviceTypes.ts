/** Types of locks and entrances that the service knows (facts 5); an open set, so any other text is sent as it is. */
const DEVICE_TYPES = [
	'akiles_lock',
	'akuvox_lock',
	'august_lock',
	'avigilon_alta_entry',
	'brivo_access_point',
	'butterflymx_panel',
	'controlbyweb_device',
	'doorking_lock',
	'dormakaba_oracode_door',
	'four_suites_door',
	'genie_door',
	'igloo_lock',
	'igloohome_lock',
	'keyincode_lock',
	'keynest_key',
	'kisi_lock',
	'kwikset_lock',
	'linear_lock',
	'lockly_lock',
	'nuki_lock',
	'omnitec_lock',
	'salto_lock',
	'schlage_lock',
	'smartthings_lock',
	'tedee_lock',
	'ttlock_lock',
	'two_n_intercom',
	'ultraloq_lock',
	'wyze_lock',
	'yale_lock',
] as const;

/** Makers that write themselves in their own way. */
const SPELLINGS: Readonly<Record<string, string>> = {
	butterflymx: 'ButterflyMX',
	controlbyweb: 'ControlByWeb',
	doorking: 'DoorKing',
	keyincode: 'KeyInCode',
	keynest: 'KeyNest',
	smartthings: 'SmartThings',
	ttlock: 'TTLock',
};

/** The types as the editor offers them, by name. */
export const DEVICE_TYPE_CHOICES = DEVICE_TYPES.map((value) => ({ name: toTitle(value), value })).sort((a, b) => a.name.localeCompare(b.name));

/** 'two_n_intercom' -> '2N Intercom'. */
function toTitle(value: string): string {
	return value
		.replace(/^two_n_/, '2N_')
		.split('_')
		.map((word) => SPELLINGS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}
