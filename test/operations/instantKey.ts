import type { Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { aLink, call, type Dossiers, make, theRecord } from './dossier';

const { guest101 } = hotel.userIdentities;
const newInstantKey = async (sandbox: Sandbox) =>
	await make(
		sandbox,
		'/user_identities/generate_instant_key',
		{ user_identity_id: guest101 },
		'instant_key_id',
	);

export const instantKey: Dossiers = {
	get: {
		'gets a link by its ID': async (sandbox) => {
			const id = await newInstantKey(sandbox);
			return {
				parameters: { instantKeyId: byId(id) },
				sends: { instant_key_id: id },
				items: theRecord(),
			};
		},
		'gets a link by itself': async (sandbox) => {
			const id = await newInstantKey(sandbox);
			const { instant_key: key } = await call(sandbox, '/instant_keys/get', { instant_key_id: id });
			const { instant_key_url: url } = key as { instant_key_url: string };
			return {
				parameters: { findBy: 'link', instantKeyUrl: url },
				sends: { instant_key_url: aLink },
				items: theRecord(),
			};
		},
	},
	getAll: {
		'lists the links of a person': async (sandbox) => {
			const id = await newInstantKey(sandbox);
			return {
				parameters: { filters: { userIdentityId: byId(guest101) }, returnAll: true },
				sends: { user_identity_id: guest101 },
				items: theRecord({ instant_key_id: id }),
			};
		},
	},
	delete: {
		'revokes a link': async (sandbox) => {
			const id = await newInstantKey(sandbox);
			return {
				parameters: { instantKeyId: byId(id) },
				sends: { instant_key_id: id },
				items: [{ instant_key_id: id, deleted: true }],
			};
		},
	},
};
