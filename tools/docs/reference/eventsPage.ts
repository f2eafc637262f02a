import {
	EVENT_GROUPS,
	EVENT_TYPES,
	EVENTS_OF_ACCESS_AT_RISK,
	MAIN_EVENT_TYPES,
} from '../../../nodes/DeviceAccess/events/eventTypes';
import { toTable, withBlocks } from '../page';
import { prose } from './prose';

const wordsOf = new Map(EVENT_TYPES.map(({ value, name }) => [value, name]));

/** The page of events: the label, the meaning and the value of each, by group, and which ones *Access at Risk* stands for. */
export function eventsPage(): string {
	const tables = EVENT_GROUPS.map(({ name: group, types }) => {
		const labelOf = (value: string) => wordsOf.get(value)?.slice(group.length + 2) ?? '';
		const rows = [...types]
			.sort((a, b) => labelOf(a.value).localeCompare(labelOf(b.value)))
			.map(({ value, description }) => [
				`${labelOf(value)}${MAIN_EVENT_TYPES.includes(value) ? ' ★' : ''}`,
				prose(description),
				`\`${value}\``,
			]);
		return [group, toTable(['Event', 'What happened', 'Value'], rows)] as const;
	});
	const atRisk = EVENTS_OF_ACCESS_AT_RISK.map((type) => `\`${type}\``).join(', ');
	return withBlocks('events.md', new Map(tables)).replace(
		/(?<=might not get in: ).*?(?=\. For)/,
		atRisk,
	);
}
