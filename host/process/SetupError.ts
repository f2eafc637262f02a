/** A problem of the machine (port, disk, network, compiler). The message names the problem and the remedy, so it needs no stack. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
