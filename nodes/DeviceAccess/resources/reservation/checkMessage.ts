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
			'Set **On Error** of the node that sends to **Continue**. `outcome` is `sent`, `refused` (this message was refused), `never` (the address accepts no messages), `failed` (the message was not sent, for example because the node has no credential) or `unknown` (the message may have been sent). `reason` says why. For `failed` and `unknown`, `problem` says it too, because somebody must fix the cause. A node that passes its input through has sent nothing. Of answers without an error, it knows the refusals of Send Email, Twilio, Vonage, Mandrill and Mocean, and those of HTTP Request with **Include Response Headers and Status**. Any other answer counts as sent. If your service refuses in another way, add a node that then sets `success` to false.',
	},
	kind: fromInput((_values, input) => [() => [{ ...sentMessage(input) }]]),
	fields: {},
	request: () => ({}),
});
