import type { INodePropertyOptions } from 'n8n-workflow';
import type { NestedField } from '../types';

/** What a field has beyond its label, its type, its default and its description. */
type Rest = Partial<Omit<NestedField, 'displayName' | 'type' | 'default' | 'description'>>;

type Nothing = Record<never, never>;

export const stringField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	rest = {} as R,
) => ({ displayName, type: 'string', default: '', description, ...rest }) as const;

export const dateTimeField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	rest = {} as R,
) => ({ displayName, type: 'dateTime', default: '', description, ...rest }) as const;

/** The default is what it has when a person adds it. */
export const booleanField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	preset: boolean,
	rest = {} as R,
) => ({ displayName, type: 'boolean', default: preset, description, ...rest }) as const;

export const numberField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	preset: number,
	rest = {} as R,
) => ({ displayName, type: 'number', default: preset, description, ...rest }) as const;

type Choices = readonly INodePropertyOptions[];

export const choiceField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	options: Choices,
	preset: string,
	rest = {} as R,
) => ({ displayName, type: 'options', options, default: preset, description, ...rest }) as const;

export const choicesField = <const R extends Rest = Nothing>(
	displayName: string,
	description: string,
	options: Choices,
	rest = {} as R,
) => ({
	displayName,
	type: 'multiOptions' as const,
	options,
	default: [] as string[],
	description,
	...rest,
});

/** A text between the fields. */
export const noticeField = (displayName: string) =>
	({ displayName, type: 'notice', default: '' }) as const;
