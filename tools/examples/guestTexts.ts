import { n8nNode, type Position, type WorkflowNode } from './workflow';

// The message to the guest in the guest's language: one row for each language. People change and add rows in the node
// *Texts*.

/** A language: its code, then other names for it that a booking can have. The rest is what the guest reads. */
interface LanguageRow {
	language: string;
	subject: string;
	subject_of_change: string;
	greeting: string;
	stay: string;
	change: string;
	arrival: string;
	departure: string;
	pin: string;
	pin_of_door: string;
	mobile_key: string;
}

/** The first row is for all guests whose language has none. */
const TEXTS: LanguageRow[] = [
	{
		language: 'en, English',
		subject: 'Your access to {rooms}',
		subject_of_change: 'Changed: your access to {rooms}',
		greeting: 'Hi {guest},',
		stay: 'Here is your access to {rooms}.',
		change: 'Your stay at {rooms} has changed. Here are the new details:',
		arrival: 'Check-in: {arrival}',
		departure: 'Check-out: {departure}',
		pin: 'Your PIN: {pin}',
		pin_of_door: 'Your PIN for {door}: {pin}',
		mobile_key: 'Your mobile key: {link}',
	},
	{
		language: 'de, German, Deutsch',
		subject: 'Ihr Zugang zu {rooms}',
		subject_of_change: 'Geändert: Ihr Zugang zu {rooms}',
		greeting: 'Guten Tag {guest},',
		stay: 'hier ist Ihr Zugang zu {rooms}.',
		change: 'Ihr Aufenthalt in {rooms} hat sich geändert. Jetzt gilt:',
		arrival: 'Anreise: {arrival}',
		departure: 'Abreise: {departure}',
		pin: 'Ihre PIN: {pin}',
		pin_of_door: 'Ihre PIN für {door}: {pin}',
		mobile_key: 'Ihr mobiler Schlüssel: {link}',
	},
	{
		language: 'fr, French, Français',
		subject: 'Votre accès à {rooms}',
		subject_of_change: 'Modification : votre accès à {rooms}',
		greeting: 'Bonjour {guest},',
		stay: 'Voici votre accès à {rooms}.',
		change: 'Votre séjour à {rooms} a été modifié. Voici vos nouvelles informations :',
		arrival: 'Arrivée : {arrival}',
		departure: 'Départ : {departure}',
		pin: 'Votre code : {pin}',
		pin_of_door: 'Votre code pour {door} : {pin}',
		mobile_key: 'Votre clé mobile : {link}',
	},
	{
		language: 'es, Spanish, Español',
		subject: 'Su acceso a {rooms}',
		subject_of_change: 'Cambio: su acceso a {rooms}',
		greeting: 'Hola {guest}:',
		stay: 'Este es su acceso a {rooms}.',
		change: 'Su estancia en {rooms} ha cambiado. Estos son los datos actuales:',
		arrival: 'Llegada: {arrival}',
		departure: 'Salida: {departure}',
		pin: 'Su código: {pin}',
		pin_of_door: 'Su código para {door}: {pin}',
		mobile_key: 'Su llave móvil: {link}',
	},
	{
		language: 'it, Italian, Italiano',
		subject: 'Il Suo accesso a {rooms}',
		subject_of_change: 'Modifica: il Suo accesso a {rooms}',
		greeting: 'Buongiorno {guest},',
		stay: 'ecco il Suo accesso a {rooms}.',
		change: 'il Suo soggiorno a {rooms} è cambiato. Questi sono i dati aggiornati:',
		arrival: 'Arrivo: {arrival}',
		departure: 'Partenza: {departure}',
		pin: 'Il Suo codice: {pin}',
		pin_of_door: 'Il Suo codice per {door}: {pin}',
		mobile_key: 'La Sua chiave digitale: {link}',
	},
	{
		language: 'pt, Portuguese, Português',
		subject: 'O seu acesso a {rooms}',
		subject_of_change: 'Alteração: o seu acesso a {rooms}',
		greeting: 'Olá {guest},',
		stay: 'Este é o seu acesso a {rooms}.',
		change: 'A sua estadia em {rooms} foi alterada. Estes são os dados atuais:',
		arrival: 'Chegada: {arrival}',
		departure: 'Partida: {departure}',
		pin: 'O seu código: {pin}',
		pin_of_door: 'O seu código para {door}: {pin}',
		mobile_key: 'A sua chave digital: {link}',
	},
	{
		language: 'nl, Dutch, Nederlands',
		subject: 'Uw toegang tot {rooms}',
		subject_of_change: 'Gewijzigd: uw toegang tot {rooms}',
		greeting: 'Hallo {guest},',
		stay: 'Hier is uw toegang tot {rooms}.',
		change: 'Uw verblijf in {rooms} is gewijzigd. Dit geldt nu:',
		arrival: 'Aankomst: {arrival}',
		departure: 'Vertrek: {departure}',
		pin: 'Uw pincode: {pin}',
		pin_of_door: 'Uw pincode voor {door}: {pin}',
		mobile_key: 'Uw mobiele sleutel: {link}',
	},
];

/** The table, as a node that adds it to each reservation. */
export const textsNode = (at: Position): WorkflowNode =>
	n8nNode(
		'Texts',
		'set',
		3.4,
		at,
		{
			mode: 'raw',
			jsonOutput: JSON.stringify({ texts: TEXTS }, null, 2),
			includeOtherFields: true,
			options: {},
		},
		{ notesInFlow: true, notes: 'What guests read, in each language' },
	);

/**
 * Expressions for the subject and the text of the message. `language` and `made` are JavaScript: the guest's language,
 * and the reservation as the change at the doors left it.
 */
export function messageInLanguage(language: string, made: string) {
	const expression = (result: string[]) =>
		`={{ (() => {\n${[...fillIn(language, made), ...result].map((line) => `\t${line}\n`).join('')}})() }}`;
	return {
		subject: expression(['return fill(isChange ? row.subject_of_change : row.subject);']),
		text: expression([
			'const pins = $json.pins.map(({ door, pin }) => fill(row.pin_of_door, { door, pin }));',
			'const keys = [$json.pin ? fill(row.pin, $json) : [], pins, $json.instant_key_url ? fill(row.mobile_key, { link: $json.instant_key_url }) : []].flat();',
			"return [fill(row.greeting), fill(isChange ? row.change : row.stay), fill(row.arrival) + '\\n' + fill(row.departure), keys.join('\\n')].join('\\n\\n');",
		]),
	};
}

/** The lines that find the row, and replace the words in braces. A cell that a row lacks comes from the first row. */
const fillIn = (language: string, made: string) => [
	`const made = ${made};`,
	'const [first, ...others] = $json.texts;',
	`const wanted = String(${language} ?? '').toLowerCase().match(/\\p{L}+/u)?.[0];`,
	"const namesOf = ({ language }) => String(language ?? '').toLowerCase().split(/,\\s*/);",
	'const row = { ...first, ...others.find(one => namesOf(one).includes(wanted)) };',
	// A host may have added a language that the server does not know, or that begins with its name in its own letters.
	"const locale = (tag => { try { return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? 'en'; } catch { return 'en'; } })(namesOf(row)[0].split(/\\s/)[0].replaceAll('_', '-'));",
	'const zone = $json.time_zone ?? made.time_zone ?? $now.zoneName;',
	"const isZoneOfRoom = $json.time_zone && !($json.problems ?? []).some(({ code }) => code === 'no_time_zone');",
	"const time = instant => DateTime.fromISO(instant).setZone(zone).setLocale(locale).toLocaleString({ dateStyle: 'full', timeStyle: 'short' }) + (isZoneOfRoom ? '' : ' (' + zone + ')');",
	'const values = { guest: $json.guest_name, rooms: new Intl.ListFormat(locale).format($json.rooms), arrival: time($json.starts_at), departure: time($json.ends_at) };',
	"const fill = (text, more) => String(text ?? '').replace(/( ?)\\{(\\w+)\\}/g, (_, space, word) => (value => value ? space + value : '')({ ...values, ...more }[word]));",
	'const changes = made.changes ?? [];',
	"const isChange = made.outcome !== 'created' && !changes.some(({ what, before }) => what === 'guest' && before) && changes.some(({ what, before }) => what === 'pin' || before && ['rooms', 'starts_at', 'ends_at'].includes(what));",
];
