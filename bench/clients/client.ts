import type { IDataObject } from 'n8n-workflow';
import type { Scenario } from '../scenarios/scenario';

export type ClientName =
	'deviceAccess' | 'httpRequest' | 'httpRequestBatched' | 'floor' | 'bareClient';

/** The address of the service and the key for it. */
export interface Service {
	url: string;
	apiKey: string;
}

/** How many results there are, how many items failed, and the output itself, kept until the memory is measured. */
export interface Outcome {
	results: number;
	failed: number;
	kept: unknown;
}

/** Runs a scenario once. */
export type Client = (
	scenario: Scenario,
	service: Service,
	input: IDataObject[],
) => Promise<Outcome>;
