import { apaleoDossier } from './apaleo';
import { avantioDossier } from './avantio';
import { beds24Dossier } from './beds24';
import { cloudbedsDossier } from './cloudbeds';
import { guestyDossier } from './guesty';
import { hospitableDossier } from './hospitable';
import { hostawayDossier } from './hostaway';
import { hostexDossier } from './hostex';
import { hostfullyDossier } from './hostfully';
import { hostifyDossier } from './hostify';
import { lodgifyDossier } from './lodgify';
import { mewsDossier } from './mews';
import { ownerRezDossier } from './ownerRez';
import { smoobuDossier } from './smoobu';
import { uplistingDossier } from './uplisting';
import { wuBookZakDossier } from './wuBookZak';
import type { PmsDossier } from './pmsBooking';

/** By the values of *Read Booking*. */
export const DOSSIERS: Readonly<Record<string, PmsDossier>> = {
	apaleo: apaleoDossier,
	avantio: avantioDossier,
	beds24: beds24Dossier,
	cloudbeds: cloudbedsDossier,
	guesty: guestyDossier,
	hospitable: hospitableDossier,
	hostaway: hostawayDossier,
	hostex: hostexDossier,
	hostfully: hostfullyDossier,
	hostify: hostifyDossier,
	lodgify: lodgifyDossier,
	mews: mewsDossier,
	ownerRez: ownerRezDossier,
	smoobu: smoobuDossier,
	uplisting: uplistingDossier,
	wuBookZak: wuBookZakDossier,
};
