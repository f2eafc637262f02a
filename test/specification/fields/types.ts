import { Type, type TProperties, type TSchema } from 'typebox';

// The types of the specification, independent of the sandbox's own types.

export const uuid = Type.String({ format: 'uuid' });
export const dateTime = Type.String({ format: 'date-time' });
export const text = Type.String();
export const uri = Type.String({ format: 'uri' });
export const boolean = Type.Boolean();
export const uuids = Type.Array(uuid);
export const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** An object with these members and no others. */
export const closed = (members: TProperties) =>
	Type.Object(members, { additionalProperties: false });

/** `starts_at` and `ends_at`, both required, both nullable. */
export const times = closed({ starts_at: nullable(dateTime), ends_at: nullable(dateTime) });

/** A pending mutation: the common members, and its own. */
export const mutation = (code: string, members: TProperties = {}) =>
	closed({ mutation_code: Type.Literal(code), created_at: dateTime, message: text, ...members });
