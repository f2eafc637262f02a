/** Rows of locators, each filled in By ID; an ID can be an expression. `row` is the name of the row, such as `space`. */
export const inRows = (row: string, ...ids: string[]) => ({
	[row]: ids.map((value) => ({ [`${row}Id`]: { __rl: true, mode: 'id', value } })),
});
