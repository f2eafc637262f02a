import { randomUUID } from 'node:crypto';
import {
	deleteCustomerData,
	type PushedRecords,
	pushCustomerData,
} from '../../domain/access/customers';
import { nowIso } from '../../domain/clock';
import { invalidInput } from '../../domain/serviceError';
import { defineRoute } from './defineRoute';

/** How long the link to a portal is valid (docs/service.md#customers-2). */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Data and portals of customers. The links to portals lead nowhere, and the tokens in them open nothing. */
export const customerRoutes = [
	defineRoute({
		path: '/customers/push_data',
		answer: (here, { parameters: { customer_key, ...records } }) =>
			pushCustomerData(here, customer_key, records),
	}),

	defineRoute({
		path: '/customers/delete_data',
		answer: (here, { parameters }) => deleteCustomerData(here, parameters),
	}),

	defineRoute({
		path: '/customers/create_portal',
		answer(here, { parameters: { customer_data } }) {
			if (!customer_data) throw invalidInput('customer_data is required');
			const { customer_key, ...records } = customer_data;
			pushCustomerData(here, customer_key, records as PushedRecords);
			const id = randomUUID();
			const link = {
				url: `https://customer-portal.example.com/${id}?token=sandbox-portal-${id}`,
				customer_key,
				workspace_id: here.workspace.record.workspace_id,
				created_at: nowIso(here),
				expires_at: new Date(here.clock.now() + VALID_MS).toISOString(),
			};
			return { customer_portal: link, magic_link: link };
		},
	}),
];
