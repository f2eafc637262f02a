import type { WireObject } from './records';

/** What a person calls a device; undefined if it has no name. */
export const deviceName = ({ display_name: name, nickname }: WireObject): string | undefined =>
	[name, nickname].find((text): text is string => typeof text === 'string' && text !== '');
