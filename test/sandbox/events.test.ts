import { hotel } from '../../sandbox/fixtures/hotel';
import { callSandbox } from './callSandbox';
import { NOW, sandbox, useFreshSandbox } from './freshSandbox';

const at = (second: number) => new Date(Date.parse(NOW) + second * 1_000).toISOString();

useFreshSandbox();

it.each<[string, object, number[], 'newestFirst' | 'oldestFirst']>([
	['the newest first, by time and not by arrival', { since: at(0) }, [1, 2, 0], 'newestFirst'],
	['those since a time, exclusive', { since: at(1) }, [1, 2], 'newestFirst'],
	['those between two times, exclusive', { between: [at(1), at(3)] }, [2], 'newestFirst'],
	[
		'the newest up to the limit, also in the other order',
		{ since: at(0), limit: 2 },
		[2, 1],
		'oldestFirst',
	],
])('lists %s', async (_what, parameters, expected, eventOrder) => {
	sandbox.settings.eventOrder = eventOrder;
	const ids = [1, 3, 2].map(
		(second) =>
			sandbox.emitEvent({
				event_type: 'device.connected',
				device_id: hotel.devices.spa,
				created_at: at(second),
			}).event_id,
	);
	const { body } = await callSandbox<{ events: Array<{ event_id: string }> }>(
		sandbox,
		'/events/list',
		parameters,
	);
	expect(body.events.map(({ event_id: id }) => ids.indexOf(id))).toEqual(expected);
});
