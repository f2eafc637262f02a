import type { INodeParameters } from 'n8n-workflow';

/** A locator field filled in by ID; the ID may be an expression. */
export const byId = (value: string): INodeParameters[string] => ({ __rl: true, mode: 'id', value });
