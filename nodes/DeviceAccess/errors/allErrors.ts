import { InvalidParameterError, rethrow } from './errors';

/** The errors of the item that is being read; undefined if the first one is thrown. */
let collected: InvalidParameterError[] | undefined;

/**
 * Throws the error, or notes it inside `withAllErrors` and returns undefined: nothing is done with
 * the values of an item that has an error. Use it as `return refuse(…)`.
 */
export function refuse(error: InvalidParameterError): never {
	if (!collected) throw error;
	collected.push(error);
	return undefined as never;
}

/** What `read` returns. What it throws for one value is noted like the errors of others. */
export function orRefuse<Value>(read: () => Value): Value {
	try {
		return read();
	} catch (error) {
		if (error instanceof InvalidParameterError) return refuse(error);
		return rethrow(error);
	}
}

/** Reads all values of an item, and throws one error for all that are refused. */
export function withAllErrors<Value>(read: () => Value): Value {
	if (collected) return read();
	const { errors, value, thrown } = collect(read);
	if (errors.length > 0) throw joinErrors(errors);
	if (thrown !== undefined) return rethrow(thrown);
	return value as Value;
}

/** The error of an item, joined with what `read` refuses in the values that are left. */
export function withFurtherErrors(error: unknown, read: () => unknown): unknown {
	if (!(error instanceof InvalidParameterError)) return error;
	const further = collect(read).errors.filter((other) => !error.message.includes(labelOf(other)));
	return joinErrors([error, ...further]);
}

/** After a refused value, what else is thrown may only be its consequence. */
function collect<Value>(read: () => Value) {
	const outer = collected;
	const errors: InvalidParameterError[] = [];
	collected = errors;
	try {
		return { errors, value: read() };
	} catch (thrown) {
		return { errors, thrown };
	} finally {
		collected = outer;
	}
}

const labelOf = ({ message }: InvalidParameterError) => /'[^']*'/.exec(message)?.[0] ?? message;

/** One error for several, the first one of each field. */
function joinErrors(errors: readonly InvalidParameterError[]): InvalidParameterError {
	const byLabel = new Map([...errors].reverse().map((error) => [labelOf(error), error]));
	const [first, ...others] = errors.filter((error) => byLabel.get(labelOf(error)) === error);
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
	);
}
