import type { IDataObject } from 'n8n-workflow';
import type { WireObject } from './records';

/** A wire record as n8n's item type, which is narrower. */
export const toItemJson = (record: WireObject): IDataObject => record as IDataObject;
