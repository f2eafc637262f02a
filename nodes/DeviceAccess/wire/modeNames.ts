const NAMES: Readonly<Record<string, string>> = {
	card: 'card',
	cloud_key: 'cloud key',
	code: 'PIN',
	mobile_key: 'mobile key',
};

/** The word for the mode of an access method in a sentence; `otherwise` for one that is not known. */
export const nameOfMode = (mode: string, otherwise = mode): string =>
	(Object.hasOwn(NAMES, mode) ? NAMES[mode] : undefined) ?? otherwise;
