const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LABELLED = new RegExp(`(Request ID|Action attempt|Access code|Device): ${UUID}`, 'g');
const PLACEHOLDERS: Record<string, string> = {
	'Request ID': '{request ID}',
	'Action attempt': '{action attempt ID}',
	'Access code': '{access code ID}',
	Device: '{device ID}',
};

/** Texts of two runs become comparable: what is different in every run is replaced by what it is. */
export function replaceIds(text: string): string {
	return text
		.replace(LABELLED, (_found, label: string) => `${label}: ${PLACEHOLDERS[label]}`)
		.replace(new RegExp(UUID, 'g'), '{ID}');
}
