import type { Answer, ReceivedRequest } from '../../process/httpServer';
import { SENDER_LOGIN } from '../sender';
import { mewsApi } from './mewsApi';

/** A custom field of a booking. Source: github.com/ownerrez/orez-zapier, creates/custom_field_add.js. */
interface Field {
	id: number;
	entity_type: string;
	entity_id: number;
	field_definition_id: number;
	value: string;
}

const LOGIN = Buffer.from(`${SENDER_LOGIN.user}:${SENDER_LOGIN.password}`).toString('base64');

/** OwnerRez, as far as it holds custom fields. A second value of one field would be a mistake of the caller. */
export function ownerRezFields(fields: Field[]) {
	return ({ method, path, query, headers, body }: ReceivedRequest): Answer => {
		if (headers.authorization !== `Basic ${LOGIN}`) return { status: 401, body: {} };
		const id = /^\/v2\/fields\/(\d+)$/.exec(path)?.[1];
		if (method === 'PATCH' && id !== undefined) {
			const field = fields.find((one) => String(one.id) === id);
			if (!field) return { status: 404, body: {} };
			Object.assign(field, { value: (JSON.parse(body) as Field).value });
			return { body: field };
		}
		if (path !== '/v2/fields') return { status: 404, body: {} };
		const ofBooking = (type: unknown, entity: unknown) =>
			fields.filter((one) => one.entity_type === type && String(one.entity_id) === String(entity));
		if (method === 'GET')
			return {
				body: { items: ofBooking(query.entity_type, query.entity_id), limit: 20, offset: 0 },
			};
		const field = JSON.parse(body) as Omit<Field, 'id'>;
		const isThere = ofBooking(field.entity_type, field.entity_id).some(
			({ field_definition_id: definition }) => definition === field.field_definition_id,
		);
		if (isThere) return { status: 400, body: {} };
		fields.push({ ...field, id: 400 + fields.length });
		return { body: fields.at(-1) };
	};
}

/** Source: the documentation of Mews' Connector API, operations/resourceaccesstokens. */
interface Token {
	Id: string;
	ServiceOrderId: string;
	Type: string;
	Value: string;
	SerialNumber: string | null;
	ValidityStartUtc: string;
	ValidityEndUtc: string;
	Permissions: Record<string, boolean>;
	IsActive: boolean;
}
interface Updated {
	Value: string;
}
interface MewsBody {
	ClientToken?: string;
	AccessToken?: string;
	Client?: string;
	ServiceOrderIds?: string[];
	Limitation?: { Count: number };
	ResourceAccessTokenParameters?: Array<
		Omit<Token, 'Id' | 'Permissions'> & { Permissions: Record<string, { Value: boolean }> }
	>;
	ResourceAccessTokenUpdates?: Array<{
		ResourceAccessTokenId: string;
		Value?: Updated;
		ValidityStartUtc?: Updated;
		ValidityEndUtc?: Updated;
	}>;
}

/** Mews, as far as it holds resource access tokens. */
export function mewsTokens(tokens: Token[]) {
	return (request: ReceivedRequest): Answer => {
		const { method, path, body: text } = request;
		const operation = /^\/api\/connector\/v1\/resourceAccessTokens\/(\w+)$/.exec(path)?.[1];
		const body = JSON.parse(text || '{}') as MewsBody;
		if (method !== 'POST' || !mewsApi.isAllowed(request, () => false))
			return { status: 401, body: {} };
		if (operation === 'getAll') {
			const { ServiceOrderIds: ids = [], Limitation } = body;
			if (ids.length === 0 || !Limitation) return { status: 400, body: {} };
			return {
				body: {
					ResourceAccessTokens: tokens.filter((one) => ids.includes(one.ServiceOrderId)),
					Cursor: null,
				},
			};
		}
		if (operation === 'add') {
			const added = (body.ResourceAccessTokenParameters ?? []).map(({ Permissions, ...one }) => ({
				...one,
				Id: `token-${tokens.length + 1}`,
				IsActive: true,
				Permissions: Object.fromEntries(
					['Bed', 'Room', 'Floor', 'Building'].map((name) => [
						name,
						Permissions[name]?.Value === true,
					]),
				),
			}));
			tokens.push(...added);
			return { body: { ResourceAccessTokens: added } };
		}
		if (operation !== 'update') return { status: 404, body: {} };
		for (const change of body.ResourceAccessTokenUpdates ?? []) {
			const token = tokens.find(({ Id }) => Id === change.ResourceAccessTokenId);
			if (!token) return { status: 400, body: {} };
			token.Value = change.Value?.Value ?? token.Value;
			token.ValidityStartUtc = change.ValidityStartUtc?.Value ?? token.ValidityStartUtc;
			token.ValidityEndUtc = change.ValidityEndUtc?.Value ?? token.ValidityEndUtc;
		}
		return { body: { ResourceAccessTokens: tokens } };
	};
}
