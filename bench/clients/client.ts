import type { IDataObject } from 'n8n-workflow';
import type { Scenario } from '../scenarios/scenario';

export type ClientName = 'deviceAccess' | 'httpRequest' | 'httpRequestBatched' | 'floor' | 'bareClient';

/** Where the service is, and what the input of the scenario is. */
export interface Service {
	url: string;
	apiKey: string;
}

/** The results, kept until the memory is measured. */
export interface Outcome {
	results: number;
	failed: number;
	kept: unknown;
}

/** Goes through a scenario once. */
export type Client = (scenario: Scenario, service: Service, input: IDataObject[]) => Promise<Outcome>;
