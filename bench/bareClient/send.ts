import type { IDataObject } from 'n8n-workflow';

/** An answer of the service as far as a simple client looks at it. */
export interface Answer {
	status: number;
	body: IDataObject;
	/** Seconds that the service asks to wait, where it does. */
	retryAfterS?: number;
}

/** Sends one request to a path below the base URL; resolves also when the service refuses it. */
export type Send = (path: string, body: IDataObject) => Promise<Answer>;
