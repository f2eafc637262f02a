import { InvalidParameterError } from '../errors/errors';
import type { Prepared } from '../operation/kinds/desiredState';
import type { ItemRun, ItemValues } from '../operation/types';
import { withFormerKeys } from './formerKeys';
import { firstText } from '../wire/values';
import { isOver } from './grants/grant';
import { readGrantKey } from './grants/grantKey';
import { MOST_LOOKED_UP } from './grants/grantsOfRun';
import { compareList, type ListRules, mayBeUnusual } from './listOrders';
import type { Order } from './order';
import type { RemovalRules } from './plan/removals';
import {
	type OrderOfItems,
	readGrants,
	readOrders,
	type ReadOrders,
	type ReservationRun,
	toPrepared,
	toRun,
} from './prepareStays';
import { rehearse } from './rehearse';
import type { Asked } from './stays/asked';
import { isEmptyItem } from './stays/readAsked';
import { readPrefix } from './stays/readStay';

/** For how many canceled stays that the list lacks to look up their keys as well. */
const MOST_LOOK_UPS = 50;

/** The same in a dry run, which takes few requests for any number of items. */
const MOST_LOOK_UPS_OF_DRY_RUN = 5;

/**
 * The orders of a list. The rules of removing are those of the first item. Throws
 * InvalidParameterError for invalid options, or if the items differ in their prefix or in Dry Run.
 */
export async function prepareList(
	run: ItemRun,
	asked: ReadonlyArray<Asked | undefined>,
	optionsOfItems: ReadonlyArray<ItemValues['options']>,
): Promise<Prepared<ReservationRun, Order>> {
	const [options = {}] = optionsOfItems;
	const prefix = prefixOf(asked, options);
	const isDryRun = options.dryRun === true;
	if (optionsOfItems.some(({ dryRun }) => (dryRun === true) !== isDryRun)) {
		throw new InvalidParameterError(
			"Nothing was changed: the items have different values for 'Dry Run'",
			'Use the same value for all items.',
		);
	}
	const removal = readRules(options);
	const read = await readOrders(run, asked, { isList: true });
	const rules: ListRules = {
		isUnusualAccepted: options.acceptUnusualList === true,
		removesMissing: options.removeGone === true,
		isDryRun,
		isInputWhole: isWhole(asked),
		removal,
		nowMs: read.nowMs,
	};
	const isWholeRead = await readGrantsOfList(read, prefix, rules);
	const grants = read.grants.all();
	const named = isWholeRead ? withFormerKeys(read.orders, grants, read.nowMs) : read.orders;
	const { orders, ...more } = compareList(named, grants, rules);
	const limited = withLookUps(orders, isDryRun ? MOST_LOOK_UPS_OF_DRY_RUN : MOST_LOOK_UPS);
	const shared = toRun(read, limited, more.further);
	return toPrepared(shared, isDryRun ? await rehearse(shared, limited) : limited, more);
}

/**
 * Reads the access that matters: of all reservations, or only of those in a small list that removes
 * nothing, so that one booking takes few requests. True if it was all.
 */
async function readGrantsOfList(
	read: ReadOrders,
	prefix: string,
	rules: ListRules,
): Promise<boolean> {
	const { grants, orders, nowMs } = read;
	const isSmall = orders.length <= MOST_LOOKED_UP && !orders.some(canHaveFormerKey);
	const comparesAll = rules.removesMissing || rules.isDryRun;
	if (!comparesAll && (isSmall || rules.isUnusualAccepted)) {
		await readGrants(read);
		const inRooms = grants
			.listed()
			.filter(({ ends_at: endsAt }) => !isOver({ endsAt: firstText(endsAt) }, nowMs))
			.flatMap(({ access_grant_key: key }) => readGrantKey(prefix, key) ?? []);
		if (rules.isUnusualAccepted || !mayBeUnusual(orders, grants.all(), inRooms, rules))
			return false;
	}
	await readGrants(read, prefix);
	return true;
}

const canHaveFormerKey = ({ order }: OrderOfItems) =>
	order.is === 'give' && order.stay.canHaveFormerKey === true;

/** Only the first of the stays that end are also looked up by key. */
function withLookUps(orders: readonly OrderOfItems[], most: number): OrderOfItems[] {
	let count = 0;
	return orders.map(({ items, order }) => {
		if (order.is !== 'end') return { items, order };
		count += 1;
		return { items, order: { ...order, isListEnough: count > most } };
	});
}

/** The prefix of all items. An empty item has none. */
function prefixOf(asked: ReadonlyArray<Asked | undefined>, options: ItemValues['options']): string {
	const prefixes = asked.flatMap((one) =>
		one === undefined || one.is === 'fail' || isEmptyItem(one) ? [] : [one.stay.prefix],
	);
	const [prefix = readPrefix(options)] = prefixes;
	if (prefixes.some((one) => one !== prefix)) {
		throw new InvalidParameterError(
			"Nothing was changed: the items have different values for 'Key Prefix'",
			'Use one node for each prefix.',
		);
	}
	return prefix;
}

/**
 * An item that cannot be read but names its reservation leaves no doubt about the others. No room is
 * to open for a booking without one: it counts as missing, and not as unreadable.
 */
const isWhole = (asked: ReadonlyArray<Asked | undefined>): boolean =>
	asked.every(
		(one) =>
			one !== undefined &&
			!isEmptyItem(one) &&
			(one.is !== 'fail' || one.hasNoRoom === true || one.stay.reservationKey !== ''),
	);

function readRules({
	removeAtMost = '10%',
	includeRunningStays,
	keepNewFor = 60,
}: ItemValues['options']): RemovalRules {
	const [, number, sign] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(String(removeAtMost).trim()) ?? [];
	const limit = Number(number);
	if (number === undefined || (sign === '%' && limit > 100)) {
		throw new InvalidParameterError(
			"'Remove at Most' must be a number, such as 5, or a percentage, such as 10%",
		);
	}
	if (typeof keepNewFor !== 'number' || !(keepNewFor >= 0))
		throw new InvalidParameterError("'Keep New Reservations' must be a number of minutes");
	return {
		atMost: sign === '%' ? { percent: limit } : { count: Math.floor(limit) },
		includeRunningStays: includeRunningStays === true,
		newForMs: keepNewFor * 60_000,
	};
}
