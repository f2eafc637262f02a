/** A small package that says something in every way in which a text can take to a person. */
export const SAMPLE = `
export class InvalidParameterError extends Error {
	constructor(message: string, readonly advice?: string) {
		super(message);
	}
}
const refuse = (why: string, advice?: string) => new InvalidParameterError(why, advice);
const STEP = 'do the rest by hand.';
const FIELD = { displayName: 'A label of a field', name: 'field', description: 'What to put in it' };
export const OTHER_FIELD = { ...FIELD, description: \`Another \${FIELD.name} of the editor\` };
export const CHOICES = [{ name: 'A choice', value: 'choice', description: 'What it does' }];
export const HINT = { status: 404, message: 'It is not there', description: 'Look for it.' };
const SENTENCES: Record<string, string> = { cut: 'The line was cut', refused: 'Nothing answers there' };
export const ENDS = {
	open: { sentence: 'It is not over', nextStep: \`Look again. Then \${STEP}\` },
	late: { message: (limit: number) => \`It took more than \${limit} hours\`, description: 'Wait longer.' },
};

export function check(label: string, value: string, log: (text: string) => void): string {
	if (value === '') throw new InvalidParameterError(\`'\${label}' is empty\`, 'Enter it.');
	if (value === 'a') throw refuse('Gone');
	if (value === 'b') throw refuse(value.length > 3 ? 'Long' : \`Wrong \${label}\`, 'Choose another.');
	log(\`The \${value} could not be removed\`);
	const parts = [value !== '' && \`Call: \${value}\`, SENTENCES[value], \`Said by \${check('inner words', value, log)}\`];
	return parts.join('. ') + (value.length === 1 ? ' or one' : ' or several');
}
`;

/** Errors whose words cannot be told from the source: one by one, what the collector must not pass over. */
export const UNTOLD: ReadonlyArray<[what: string, statement: string, complaint: string]> = [
	['words that come from somewhere else', 'throw new InvalidParameterError(JSON.parse(text).message);', "what 'JSON.parse(text).message' says is not written down"],
	['words that are computed', 'throw new InvalidParameterError(text.toUpperCase());', "what 'text.toUpperCase()' says is not written down"],
	['words that a function is given that nobody calls', 'throw new InvalidParameterError(text);', "what 'text' says is not written down"],
	['advice that comes from somewhere else', "throw new InvalidParameterError('Gone', JSON.parse(text));", "what 'JSON.parse(text)' says is not written down"],
	['an error class that it does not know', "throw new RangeError('Too far');", 'which arguments of RangeError are texts is not known'],
];
