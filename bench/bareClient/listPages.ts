import type { IDataObject } from 'n8n-workflow';
import type { Send } from './send';

const PAGE_SIZE = 500;

/** All records of a list, page after page; no guard against a service that misbehaves. */
export async function listPages(
	send: Send,
	path: string,
	member: string,
	parameters: IDataObject = {},
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	let cursor: unknown;
	do {
		const { body } = await send(path, {
			...parameters,
			limit: PAGE_SIZE,
			...(cursor ? { page_cursor: cursor as string } : {}),
		});
		for (const record of body[member] as IDataObject[]) records.push(record);
		cursor = (body.pagination as IDataObject | undefined)?.next_page_cursor;
	} while (cursor);
	return records;
}
