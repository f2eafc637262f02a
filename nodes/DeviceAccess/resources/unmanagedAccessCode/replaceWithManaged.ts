import {
	booleanField,
	defineOperation,
	desiredState,
	type Fields,
	type ItemRun,
	type ItemValues,
	noticeField,
	optionalText,
	OPTIONS_OF_WAITING,
	type Reconciled,
	requestOf,
	stringField,
} from '../../operation';
import {
	checkAll,
	type Order,
	refuse,
	replace,
	type Wanted,
} from '../../migration/replaceWithManaged';
import { Caution } from '../../migration/caution';
import type { ReplacementOutcome } from '../../migration/replacementResult';
import { narrowingDeviceField, unmanagedAccessCodeField } from '../fields/locators';

const FIELDS = {
	deviceId: narrowingDeviceField,
	accessCodeId: unmanagedAccessCodeField,
	replaceNotice: noticeField(
		"The PIN does not work until the new code is on the lock, and the person could be locked out. Keep the items: 'recovery' has what you need to finish by hand.",
	),
} as const satisfies Fields;

const readFields = requestOf(FIELDS);

interface SharedRun {
	run: ItemRun;
	caution: Caution;
}

export const replaceUnmanagedAccessCode = defineOperation({
	value: 'replaceWithManaged',
	name: 'Replace With Managed',
	action: 'Replace unmanaged access code with managed',
	description:
		'Delete a code that cannot be converted, and create a managed one with its PIN. In between, it does not work.',
	endpoint: '/access_codes/unmanaged/delete',
	effect: 'write',
	reference: {
		more: '[Replace With Managed](../replace-with-managed.md)',
		outcomes: {
			replaced: 'The new code replaced the old one',
			unchanged: 'The old code stays as it was',
			pending: "The node does not know whether the PIN works. See 'recovery' for what to do.",
			locked_out: "The PIN does not work. See 'recovery' for what to do.",
		} satisfies Record<ReplacementOutcome, string>,
		retries:
			'The node sends the deletion again only if [it cannot have taken effect](README.md#retries). It may send the creation again: after an unclear answer, only if the lock has no code with this PIN. See [The creation](../replace-with-managed.md#the-creation).',
	},
	isRepeatable: false,
	kind: desiredState<Wanted, SharedRun, Reconciled, Order>({
		about: 'access_code_id',
		options: OPTIONS_OF_WAITING,
		needsOneWorkspace: 'The node checks all items before it changes the first one.',
		read: readWanted,
		groupOf: ({ replacement }) => replacement.deviceId,
		prepare: async (run, wanted) => ({
			shared: { run, caution: new Caution() },
			orders: await checkAll(run, wanted),
		}),
		reconcile: async ({ shared: { run, caution }, uncancellable }, order) => {
			const { record, logWarning } = await replace(run, order, { caution, uncancellable });
			if (logWarning) run.context.logger.warn(logWarning);
			return { toRecord: () => record };
		},
		hints: {
			pending:
				"If 'outcome' is 'pending', it is not certain that the PIN works. See 'recovery' in the item for what to do.",
			locked_out:
				"If 'outcome' is 'locked_out', the PIN does not work now. See 'recovery' in the item for what to do.",
		},
	}),
	fields: FIELDS,
	options: {
		evenIfConvertible: booleanField(
			'Even If Convertible',
			'Whether to also replace codes that can be converted. Use it only after a conversion failed, because converting keeps the PIN working without interruption.',
			false,
		),
		name: stringField(
			'Name',
			'A name for the new code, if the lock does not accept the old name. Leave empty to keep the old name.',
			{ placeholder: 'e.g. Guest 101' },
		),
	},
});

function readWanted({ options, ...values }: ItemValues): Wanted {
	if (options.maskPinCodes === true) {
		throw refuse(
			"'Mask PINs' is on",
			'Turn it off. If something goes wrong after the old code is deleted, you need the PIN from the output.',
		);
	}
	return {
		id: String(readFields({ ...values, options }).access_code_id),
		newName: optionalText(options.name),
		evenIfConvertible: options.evenIfConvertible === true,
	};
}
