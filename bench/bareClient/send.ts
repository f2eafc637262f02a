import type { IDataObject } from 'n8n-workflow';

/** The parts of a service answer that a simple client reads. */
export interface Answer {
	status: number;
	body: IDataObject;
	/** How many seconds the service asks the client to wait; undefined without Retry-After. */
	retryAfterS?: number;
}

/** Sends one request to a path below the base URL; resolves even if the service refuses it. */
export type Send = (path: string, body: IDataObject) => Promise<Answer>;
