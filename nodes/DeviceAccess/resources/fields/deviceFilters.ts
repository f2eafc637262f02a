import { choiceField, choicesField, type NestedField } from '../../operation';
import { byConnectedAccount, byConnectWebview, byCustomer, createdBefore } from './filters';

/** Locks and entrances (docs/service.md#devices-1). The node sends other values unchanged. */
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

export const MAKERS = [
	'acuity_scheduling',
	'akiles',
	'akuvox',
	'august',
	'avigilon_alta',
	'brivo',
	'butterflymx',
	'controlbyweb',
	'doorking',
	'dormakaba_oracode',
	'ecobee',
	'four_suites',
	'genie',
	'guesty',
	'honeywell_resideo',
	'hostaway',
	'ical',
	'igloo',
	'igloohome',
	'keyincode',
	'keynest',
	'kisi',
	'korelock',
	'kwikset',
	'linear',
	'lockly',
	'lodgify',
	'minut',
	'nest',
	'noiseaware',
	'nuki',
	'omnitec',
	'ring',
	'salto',
	'schlage',
	'sensi',
	'slack',
	'smartthings',
	'tado',
	'tedee',
	'ttlock',
	'ultraloq',
	'wyze',
	'yale',
] as const;

const MANUFACTURERS = [...MAKERS, 'keywe', 'philia', 'samsung', 'seam', 'two_n', 'unknown'];

/** How makers spell names that the general rule would spell differently. */
const SPELLINGS: Readonly<Record<string, string>> = {
	'2n': '2N',
	butterflymx: 'ButterflyMX',
	cm: 'CM',
	controlbyweb: 'ControlByWeb',
	doorking: 'DoorKing',
	hid: 'HID',
	keyincode: 'KeyInCode',
	keynest: 'KeyNest',
	keywe: 'KeyWe',
	ks: 'KS',
	noiseaware: 'NoiseAware',
	pti: 'PTI',
	smartthings: 'SmartThings',
	ttlock: 'TTLock',
};

export const choicesOf = (values: readonly string[]) =>
	values
		.map((value) => ({ name: toTitle(value), value }))
		.sort((a, b) => a.name.localeCompare(b.name));

const byDeviceTypes = choicesField(
	'Device Types',
	'Only devices of these types. Use an expression for a type that is not listed.',
	choicesOf(DEVICE_TYPES),
	{ name: 'deviceTypes' },
);

const byManufacturer = choiceField(
	'Manufacturer',
	'Only devices from this maker. Use an expression for one that is not listed.',
	choicesOf(MANUFACTURERS),
	'august',
	{ name: 'manufacturer' },
);

export const DEVICE_FILTERS: readonly NestedField[] = [
	byConnectedAccount,
	byConnectWebview,
	createdBefore,
	byCustomer,
	byDeviceTypes,
	byManufacturer,
];

/** 'two_n_intercom' -> '2N Intercom'. */
function toTitle(value: string): string {
	return value
		.replace(/^two_n/, '2N')
		.split('_')
		.map((word) => SPELLINGS[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}
