import type { IDataObject } from 'n8n-workflow';
import type { Work } from '../works/work';

export type ContenderName = 'deviceAccess' | 'httpRequest' | 'httpRequestBatched' | 'floor' | 'bareClient';

/** Where the service is, and what the input of the work is. */
export interface Service {
	url: string;
	apiKey: string;
}

/** What came out. It is kept until the memory has been measured. */
export interface Outcome {
	results: number;
	failed: number;
	kept: unknown;
}

/** Does a piece of work once. */
export type Contender = (work: Work, service: Service, input: IDataObject[]) => Promise<Outcome>;
