import { reservationNode, type Position, type WorkflowNode } from './workflow';

// The message to the guest in the guest's language. Its texts are those that *Write Message* begins with.

/**
 * The node that writes the message of each reservation. `language` and `made` are JavaScript: the guest's language, and
 * the reservation as the change at the doors left it.
 */
export const textsNode = (at: Position, language: string, made: string): WorkflowNode =>
	reservationNode(
		'Texts',
		at,
		{
			operation: 'writeMessage',
			language: `={{ ${language} }}`,
			wasTold: `={{ ${isChange(made)} }}`,
			options: {},
		},
		{ notesInFlow: true, notes: 'What guests read, in each language' },
	);

/** JavaScript: whether a guest who may have been told reads that something has changed. */
const isChange = (made: string) =>
	`${made}.outcome !== 'created' && (${made}.changes ?? []).some(({ what, before }) => what === 'pin' || before && ['rooms', 'starts_at', 'ends_at'].includes(what)) && !${made}.changes.some(({ what, before }) => what === 'guest' && before)`;
