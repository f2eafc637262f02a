import { InvalidParameterError } from '../../errors/errors';
import { failItem, hasStopped, type ItemRun, type Kind, type PreparedItem } from '../../operation';

/**
 * The node sends the actions of all items at once, so they would all use the card that is on the
 * encoder.
 */
export const oneCard = <K extends Kind>(kind: K): K => ({
	...kind,
	run: async (run: ItemRun, items: readonly PreparedItem[]) => {
		const firstIndexes = new Map<unknown, number>();
		const checked = items.map((item): PreparedItem => {
			if ('is' in item) return item;
			const {
				itemIndex,
				body: { acs_encoder_id: encoderId },
			} = item;
			const firstIndex = firstIndexes.get(encoderId);
			if (firstIndex === undefined) firstIndexes.set(encoderId, itemIndex);
			return firstIndex === undefined ? item : failItem(run, sameEncoder(firstIndex));
		});
		return hasStopped(run)
			? checked.map((item) => ('is' in item ? item : undefined))
			: await kind.run(run, checked);
	},
});

const sameEncoder = (firstIndex: number) =>
	new InvalidParameterError(
		`Nothing was done: item ${firstIndex} uses the card on this encoder`,
		"Use one item at a time, for example with a 'Loop Over Items' node, and change the card before the next one.",
	);
