/** A problem with the machine (port, disk, network, compiler). The message names the problem and the remedy, so it needs no stack trace. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
