const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LABELLED = new RegExp(`(Request ID|Action attempt|Access code|Device): ${UUID}`, 'g');
const PLACEHOLDERS: Record<string, string> = {
	'Request ID': '{request ID}',
	'Action attempt': '{action attempt ID}',
	'Access code': '{access code ID}',
	Device: '{device ID}',
};

/** Makes texts of two runs comparable: replaces the parts that differ in every run with placeholders. */
export function replaceIds(text: string): string {
	return text
		.replace(LABELLED, (_found, label: string) => `${label}: ${PLACEHOLDERS[label]}`)
		.replace(new RegExp(UUID, 'g'), '{ID}');
}
