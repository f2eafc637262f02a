const NAMES: Readonly<Record<string, string>> = {
	card: 'card',
	cloud_key: 'cloud key',
	code: 'PIN',
	mobile_key: 'mobile key',
};

/** What people call a way to open a door. A mode without a name keeps its own, or has `otherwise`. */
export const nameOfMode = (mode: string, otherwise = mode): string =>
	(Object.hasOwn(NAMES, mode) ? NAMES[mode] : undefined) ?? otherwise;
