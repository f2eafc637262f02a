import { InvalidArgumentError } from 'commander';

/** Parses a whole number of 1 or more. @throws InvalidArgumentError, which Commander prints */
export function toCount(text: string): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1)
		throw new InvalidArgumentError('Must be a whole number of 1 or more.');
	return number;
}

/** Parses a port. @throws InvalidArgumentError, which Commander prints */
export function toPort(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new InvalidArgumentError('Must be a number from 1 to 65535.');
	return port;
}
