import { listEncoders } from '../../../nodes/DeviceAccess/lists/listEncoders';
import type { ListQuery, Page } from '../../../nodes/DeviceAccess/lists/listAllPages';
import { answeringSend } from '../answeringSend';

const QUERY: ListQuery = { endpoint: '/acs/encoders/list', member: 'acs_encoders', parameters: {} };
const SYSTEMS = Array.from({ length: 150 }, (_, index) => `system-${index}`);

function startService() {
	return answeringSend(({ endpoint, body }) => {
		const pagination = { has_next_page: false, next_page_cursor: null, next_page_url: null };
		if (endpoint === '/acs/systems/list')
			return { acs_systems: SYSTEMS.map((id) => ({ acs_system_id: id })), pagination, ok: true };
		const ofSystems = (body.acs_system_ids as string[]).map((id) => ({
			acs_encoder_id: `encoder of ${id}`,
		}));
		return { acs_encoders: ofSystems.slice(0, Number(body.limit)), pagination, ok: true };
	});
}

async function collect(query: ListQuery): Promise<Page[]> {
	const pages: Page[] = [];
	for await (const page of listEncoders(startService().send, query)) pages.push(page);
	return pages;
}

it('lists the encoders of all access systems, however many there are', async () => {
	expect((await collect(QUERY)).flatMap(({ records }) => records)).toHaveLength(SYSTEMS.length);
});

it('stops at the wanted number, and says that there may be more', async () => {
	const pages = await collect({ ...QUERY, limit: 100 });
	expect([pages.flatMap(({ records }) => records).length, pages.at(-1)?.isCut]).toEqual([
		100,
		true,
	]);
});
