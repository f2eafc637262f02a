export interface MessageText {
	/** The code of the language, then other names that a booking can have for it. */
	language: string;
	subject: string;
	text: string;
}

interface Words {
	subject: string;
	subjectOfChange: string;
	greeting: string;
	stay: string;
	change: string;
	arrival: string;
	departure: string;
	pin: string;
	key: string;
	page: string;
	address: string;
	wifi: string;
	phone: string;
}

const WORDS: Readonly<Record<string, Words>> = {
	'en, English': {
		subject: 'Your access to {rooms}',
		subjectOfChange: 'Changed: your access to {rooms}',
		greeting: 'Hi {guest},',
		stay: 'Here is your access to {rooms}.',
		change: 'Your stay at {rooms} has changed. Here are the new details:',
		arrival: 'Check-in: {arrival}',
		departure: 'Check-out: {departure}',
		pin: 'Your PIN: {pin}',
		key: 'Your mobile key: {key_link}',
		page: 'Doors and help on your phone: {guest_page}',
		address: 'Address: {address}',
		wifi: 'Wi-Fi: {wifi}',
		phone: 'Questions? Call {phone}',
	},
	'de, German, Deutsch': {
		subject: 'Ihr Zugang zu {rooms}',
		subjectOfChange: 'Geändert: Ihr Zugang zu {rooms}',
		greeting: 'Guten Tag {guest},',
		stay: 'hier ist Ihr Zugang zu {rooms}.',
		change: 'Ihr Aufenthalt in {rooms} hat sich geändert. Jetzt gilt:',
		arrival: 'Anreise: {arrival}',
		departure: 'Abreise: {departure}',
		pin: 'Ihre PIN: {pin}',
		key: 'Ihr mobiler Schlüssel: {key_link}',
		page: 'Türen und Hilfe auf dem Handy: {guest_page}',
		address: 'Adresse: {address}',
		wifi: 'WLAN: {wifi}',
		phone: 'Fragen? Rufen Sie an: {phone}',
	},
	'fr, French, Français': {
		subject: 'Votre accès à {rooms}',
		subjectOfChange: 'Modification : votre accès à {rooms}',
		greeting: 'Bonjour {guest},',
		stay: 'Voici votre accès à {rooms}.',
		change: 'Votre séjour à {rooms} a été modifié. Voici vos nouvelles informations :',
		arrival: 'Arrivée : {arrival}',
		departure: 'Départ : {departure}',
		pin: 'Votre code : {pin}',
		key: 'Votre clé mobile : {key_link}',
		page: 'Portes et aide sur votre téléphone : {guest_page}',
		address: 'Adresse : {address}',
		wifi: 'Wi-Fi : {wifi}',
		phone: 'Des questions ? Appelez le {phone}',
	},
	'es, Spanish, Español': {
		subject: 'Su acceso a {rooms}',
		subjectOfChange: 'Cambio: su acceso a {rooms}',
		greeting: 'Hola {guest}:',
		stay: 'Este es su acceso a {rooms}.',
		change: 'Su estancia en {rooms} ha cambiado. Estos son los datos actuales:',
		arrival: 'Llegada: {arrival}',
		departure: 'Salida: {departure}',
		pin: 'Su código: {pin}',
		key: 'Su llave móvil: {key_link}',
		page: 'Puertas y ayuda en su móvil: {guest_page}',
		address: 'Dirección: {address}',
		wifi: 'Wifi: {wifi}',
		phone: '¿Preguntas? Llame al {phone}',
	},
	'it, Italian, Italiano': {
		subject: 'Il Suo accesso a {rooms}',
		subjectOfChange: 'Modifica: il Suo accesso a {rooms}',
		greeting: 'Buongiorno {guest},',
		stay: 'ecco il Suo accesso a {rooms}.',
		change: 'il Suo soggiorno a {rooms} è cambiato. Questi sono i dati aggiornati:',
		arrival: 'Arrivo: {arrival}',
		departure: 'Partenza: {departure}',
		pin: 'Il Suo codice: {pin}',
		key: 'La Sua chiave digitale: {key_link}',
		page: 'Porte e assistenza sul telefono: {guest_page}',
		address: 'Indirizzo: {address}',
		wifi: 'Wi-Fi: {wifi}',
		phone: 'Domande? Chiami il numero {phone}',
	},
	'pt, Portuguese, Português': {
		subject: 'O seu acesso a {rooms}',
		subjectOfChange: 'Alteração: o seu acesso a {rooms}',
		greeting: 'Olá {guest},',
		stay: 'Este é o seu acesso a {rooms}.',
		change: 'A sua estadia em {rooms} foi alterada. Estes são os dados atuais:',
		arrival: 'Chegada: {arrival}',
		departure: 'Partida: {departure}',
		pin: 'O seu código: {pin}',
		key: 'A sua chave digital: {key_link}',
		page: 'Portas e ajuda no telemóvel: {guest_page}',
		address: 'Morada: {address}',
		wifi: 'Wi-Fi: {wifi}',
		phone: 'Dúvidas? Ligue para {phone}',
	},
	'nl, Dutch, Nederlands': {
		subject: 'Uw toegang tot {rooms}',
		subjectOfChange: 'Gewijzigd: uw toegang tot {rooms}',
		greeting: 'Hallo {guest},',
		stay: 'Hier is uw toegang tot {rooms}.',
		change: 'Uw verblijf in {rooms} is gewijzigd. Dit geldt nu:',
		arrival: 'Aankomst: {arrival}',
		departure: 'Vertrek: {departure}',
		pin: 'Uw pincode: {pin}',
		key: 'Uw mobiele sleutel: {key_link}',
		page: 'Deuren en hulp op uw telefoon: {guest_page}',
		address: 'Adres: {address}',
		wifi: 'Wifi: {wifi}',
		phone: 'Vragen? Bel {phone}',
	},
};

const textsOf = (write: (words: Words) => Omit<MessageText, 'language'>): MessageText[] =>
	Object.entries(WORDS).map(([language, words]) => ({ language, ...write(words) }));

const textOf = (first: string, words: Words) =>
	[
		words.greeting,
		'',
		first,
		'',
		words.arrival,
		words.departure,
		'',
		words.pin,
		'{pins}',
		words.key,
		words.page,
		'',
		words.address,
		'{directions}',
		words.wifi,
		words.phone,
	].join('\n');

export const FIRST_MESSAGE: readonly MessageText[] = textsOf((words) => ({
	subject: words.subject,
	text: textOf(words.stay, words),
}));

export const SOMETHING_CHANGED: readonly MessageText[] = textsOf((words) => ({
	subject: words.subjectOfChange,
	text: textOf(words.change, words),
}));
