/** Something about the person's machine stands in the way (port, disk, network, compiler). The message says what and what to do; no stack trace helps. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
