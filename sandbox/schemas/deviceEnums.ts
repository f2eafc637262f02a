const words = (text: string) => text.trim().split(/\s+/);

/**
 * The manufacturers that a list of devices can be filtered by (docs/service.md#devices-1), and
 * `lockvendor`, the neutral name of one.
 */
export const MANUFACTURERS = words(`
	akuvox august avigilon_alta brivo butterflymx doorking four_suites genie igloo keywe kwikset linear lockly nuki philia
	salto samsung schlage seam unknown wyze yale two_n ttlock igloohome controlbyweb dormakaba_oracode tedee keyincode akiles
	ecobee honeywell_resideo keynest korelock minut nest noiseaware sensi smartthings tado ultraloq ring ical lodgify hostaway
	guesty acuity_scheduling omnitec kisi slack lockvendor`);

/** The device types that a list of devices can be filtered by, and the door of `lockvendor`. */
export const DEVICE_TYPES = words(`
	akuvox_lock august_lock brivo_access_point butterflymx_panel avigilon_alta_entry doorking_lock genie_door igloo_lock
	linear_lock lockly_lock kwikset_lock nuki_lock salto_lock schlage_lock smartthings_lock wyze_lock yale_lock two_n_intercom
	controlbyweb_device ttlock_lock igloohome_lock four_suites_door dormakaba_oracode_door tedee_lock akiles_lock ultraloq_lock
	keyincode_lock omnitec_lock kisi_lock keynest_key noiseaware_activity_zone minut_sensor ecobee_thermostat nest_thermostat
	honeywell_resideo_thermostat tado_thermostat sensi_thermostat smartthings_thermostat ios_phone android_phone ring_camera
	lockvendor_door`);
