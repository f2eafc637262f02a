import { InvalidParameterError } from '../../errors/errors';
import { action, ATTEMPT_FIELDS, defineOperation, optionalText } from '../../operation';
import { deviceField } from '../fields/locators';
import { chosenSimulation, simulated, simulationField } from '../fields/simulated';

/** What the service can simulate, and on which locks (docs/service.md#devices-5). */
const SIMULATIONS = {
	connect: {
		name: 'Connect',
		description: 'The device comes back online. For August and Yale locks.',
		endpoint: '/devices/simulate/connect',
	},
	connectToHub: {
		name: 'Connect to Hub',
		description: 'The hub of the device comes back online. For August and TTLock locks.',
		endpoint: '/devices/simulate/connect_to_hub',
	},
	disconnect: {
		name: 'Disconnect',
		description: 'The device goes offline. For August and Yale locks.',
		endpoint: '/devices/simulate/disconnect',
	},
	disconnectFromHub: {
		name: 'Disconnect From Hub',
		description: 'The hub of the device goes offline. For August, TTLock and igloohome locks.',
		endpoint: '/devices/simulate/disconnect_from_hub',
	},
	manualLockViaKeypad: {
		name: 'Lock at Keypad',
		description: 'A person locks the door at its keypad. For August locks.',
		endpoint: '/locks/simulate/manual_lock_via_keypad',
	},
	keypadCodeEntry: {
		name: 'PIN Entry at Keypad',
		description: 'A person types a PIN at the lock. For August locks.',
		endpoint: '/locks/simulate/keypad_code_entry',
	},
	remove: {
		name: 'Remove',
		description: "The owner removes the device in its maker's app. For August and Yale locks.",
		endpoint: '/devices/simulate/remove',
	},
	subscriptionActive: {
		name: 'Subscription Active',
		description: "The owner pays for the maker's subscription. For Nuki locks.",
		endpoint: '/devices/simulate/paid_subscription',
		isExpired: false,
	},
	subscriptionExpired: {
		name: 'Subscription Expired',
		description: "The maker's subscription runs out. For Nuki locks.",
		endpoint: '/devices/simulate/paid_subscription',
		isExpired: true,
	},
} as const;

const simulationOf = (value: unknown) => chosenSimulation(SIMULATIONS, value);

/** The simulations that return an action attempt. */
const AT_THE_KEYPAD = ['keypadCodeEntry', 'manualLockViaKeypad'];

export const simulateDevice = defineOperation({
	value: 'simulate',
	name: 'Simulate',
	action: 'Simulate device event',
	description: 'In a sandbox workspace, make a lock go offline, or simulate a guest typing a PIN',
	endpoint: SIMULATIONS.disconnect.endpoint,
	endpointFor: ({ simulation }) => simulationOf(simulation).endpoint,
	effect: 'write',
	isRepeatable: true,
	inOrderOf: ['device_id'],
	kind: simulated({
		...action({
			idField: 'device_id',
			says: {
				done: { outcome: 'simulated', sentence: 'The event was simulated' },
				acceptedSentence: 'The service accepted the simulation',
				failedSentence: 'The event was not simulated',
				lookLater: "Use 'Get device' and 'Get many events' to see what happened",
			},
		}),
		fields: {
			waitForCompletion: {
				...ATTEMPT_FIELDS.waitForCompletion,
				showWhen: { simulation: AT_THE_KEYPAD },
			},
		},
	}),
	fields: {
		simulation: simulationField(SIMULATIONS, 'disconnect'),
		deviceId: deviceField,
		code: {
			displayName: 'PIN',
			type: 'string',
			// Not required, because n8n would then require it for every item if an expression chooses
			// what to simulate.
			default: '',
			placeholder: 'e.g. 4821',
			description:
				'The PIN that the person types. To simulate a refused PIN, enter one that is not on the lock.',
			showWhen: { simulation: ['keypadCodeEntry'] },
			read: requirePin,
		},
	},
	query: ({ simulation }, ofFields) => {
		const chosen = simulationOf(simulation);
		const isExpired = 'isExpired' in chosen ? { is_expired: chosen.isExpired } : {};
		return { ...ofFields(), ...isExpired };
	},
});

function requirePin(label: string, value: unknown): string {
	const pin = optionalText(value);
	if (pin === undefined)
		throw new InvalidParameterError(`'${label}' is empty`, 'Enter the PIN that the person types.');
	return pin;
}
