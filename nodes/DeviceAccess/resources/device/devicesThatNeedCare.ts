import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import { listAllPages, type ListQuery, type Page } from '../../lists/listAllPages';
import { booleanField, type NestedField, numberField } from '../../operation';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';

/** Filters that the service does not have: the node reads the whole list for them. */
export const CARE_FILTERS: readonly NestedField[] = [
	numberField(
		'Battery Below',
		'Only devices whose battery is below this percentage, as the device last reported',
		20,
		{ name: 'batteryBelow', typeOptions: { minValue: 1, maxValue: 100 }, notSent: true },
	),
	booleanField('Offline Only', 'Whether to return only devices that are offline', true, {
		name: 'offlineOnly',
		notSent: true,
	}),
];

/** Yields pages of the devices that fit these filters, until there are `limit`. */
export async function* pagesOfDevices(
	send: SendRequest,
	query: ListQuery,
	{ filters = {} }: IDataObject,
): AsyncGenerator<Page> {
	const { offlineOnly, batteryBelow } = filters as IDataObject;
	if (offlineOnly !== true && batteryBelow === undefined) {
		yield* listAllPages(send, query);
		return;
	}
	const percentage = Number(batteryBelow ?? 100);
	if (!(percentage >= 1 && percentage <= 100))
		throw new InvalidParameterError("'Battery Below' must be a number from 1 to 100");
	const fits = ({ properties }: WireObject) => {
		const { online, battery_level: level } = (properties ?? {}) as WireObject;
		return (
			(offlineOnly !== true || online === false) &&
			(batteryBelow === undefined || (typeof level === 'number' && level * 100 < percentage))
		);
	};
	let missing = query.limit ?? Infinity;
	for await (const page of listAllPages(send, { ...query, limit: undefined })) {
		const found = page.records.filter(fits);
		const records = found.slice(0, missing);
		missing -= records.length;
		yield { ...page, records, isCut: records.length < found.length || undefined };
		if (missing === 0) return;
	}
}
