/** Matches the text, such as a PIN, but not as a part of a word or an ID. */
export const alone = (text: string): RegExp => new RegExp(`(?<![\\w-])${text}(?![\\w-])`);
