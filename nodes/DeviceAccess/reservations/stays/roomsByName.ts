import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import { type StayKey, stayKeyOf } from './stay';

/** In rooms. Beyond, each booking says it. */
const MOST_REMEMBERED = 1_000;

/**
 * True for the first stay whose room is found only by its name, whenever it comes again, so that a
 * house that names its rooms hears of each room once. In published workflows only, like all static
 * data of n8n.
 */
export function firstByName(
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>,
): (room: string, stay: StayKey) => boolean {
	const data: IDataObject = context.getWorkflowStaticData('node');
	return (room, stay) => {
		const known = isWireObject(data.roomsByName) ? (data.roomsByName as IDataObject) : {};
		const name = stayKeyOf(stay);
		if (Object.hasOwn(known, room)) return known[room] === name;
		if (Object.keys(known).length < MOST_REMEMBERED) data.roomsByName = { ...known, [room]: name };
		return true;
	};
}
