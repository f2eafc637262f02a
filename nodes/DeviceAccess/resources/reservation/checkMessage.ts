import { defineOperation } from '../../operation/defineOperation';
import { fromInput } from '../../operation/kinds/fromInput';
import { sentMessage } from '../../reservations/message/sentMessage';

export const checkMessage = defineOperation({
	value: 'checkMessage',
	name: 'Check Message',
	action: 'Check message to guest of reservation',
	description:
		'Say whether a message was sent, by the item of the node that sends it. Sends nothing.',
	effect: 'read',
	reference: {
		items:
			'Set **On Error** of the node that sends to **Continue**. `outcome` is `sent`, `refused` (this message), `never` (the address takes none), `failed` (not sent, for a cause that passes or that you mend, such as a missing credential) or `unknown` (it may have been sent). `reason` says why, and so does `problem` for the last two, which somebody must mend. A node that passes its input through has sent nothing.',
	},
	kind: fromInput((_values, input) => [() => [{ ...sentMessage(input) }]]),
	fields: {},
	request: () => ({}),
});
