import { Type } from 'typebox';
import type { TSchema } from 'typebox';

export const Uuid = Type.String({ format: 'uuid' });
export const DateTime = Type.String({ format: 'date-time' });
export const Text = Type.String();
/** 24-hour HH:mm or HH:mm:ss. */
export const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' });
export const NonEmptyText = Type.String({ minLength: 1 });

/** The same properties, each of which may be missing. */
export const optional = <Properties extends Record<string, TSchema>>(properties: Properties) =>
	Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]),
	) as { [Name in keyof Properties]: Type.TOptional<Properties[Name]> };

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
