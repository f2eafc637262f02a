import type { IDataObject } from 'n8n-workflow';
import type { Scenario, Service } from '../scenarios/scenario';

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
