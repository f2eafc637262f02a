/** A problem of the machine (port, disk, network, compiler). The message says what and what to do, so no stack is needed. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
