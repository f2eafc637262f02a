import { InvalidParameterError, rethrow } from './errors';

/** Throws one error for all that the readers refuse. */
export function readAll<const Readers extends ReadonlyArray<() => unknown>>(
	readers: Readers,
): { [Place in keyof Readers]: ReturnType<Readers[Place]> } {
	const errors: InvalidParameterError[] = [];
	const values = readers.map((read) => {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof InvalidParameterError)) return rethrow(error);
			errors.push(error);
			return undefined;
		}
	});
	if (errors.length > 0) throw joinErrors(errors);
	return values as { [Place in keyof Readers]: ReturnType<Readers[Place]> };
}

/**
 * Adds what `read` refuses in fields. A further error about no field may only follow from this one.
 */
export function withFurtherErrors(error: unknown, read: () => unknown): unknown {
	if (!(error instanceof InvalidParameterError)) return error;
	try {
		read();
		return error;
	} catch (further) {
		const parts = further instanceof InvalidParameterError ? partsOf(further) : [];
		return joinErrors([error, ...parts.filter(({ message }) => FIELD.test(message))]);
	}
}

/** The label of a field in a message. */
const FIELD = /'[^']*'/;

const labelOf = ({ message }: InvalidParameterError) => FIELD.exec(message)?.[0] ?? message;

const partsOf = (error: InvalidParameterError) => (error.parts.length > 0 ? error.parts : [error]);

/** Keeps the first error of each field. */
function joinErrors(errors: readonly InvalidParameterError[]): InvalidParameterError {
	const parts = errors.flatMap(partsOf);
	const byLabel = new Map([...parts].reverse().map((error) => [labelOf(error), error]));
	const [first, ...others] = parts.filter((error) => byLabel.get(labelOf(error)) === error);
	if (!first || others.length === 0) return first ?? new InvalidParameterError('');
	const inOne = (texts: Array<string | undefined>) =>
		[...new Set(texts.filter((text) => text !== undefined))]
			.map((text) => text.replace(/\.$/, ''))
			.join('. ');
	return new InvalidParameterError(
		inOne([first, ...others].map(({ message }) => message)),
		inOne([first, ...others].map(({ advice }) => advice)),
		others.every(({ type }) => type === first.type) ? first.type : undefined,
		first.reservationKey,
		first.deviceId,
		[first, ...others],
	);
}
