/**
 * What decides who gets in, what a guest and a host are told, and what must not be shown, with the tests that judge it.
 * They are few, because Stryker loads all of them for each change.
 */
const areas = {
	access: {
		files: ['reservations/plan/{next,diff,pinProblems,person}.ts', 'reservations/makeOrders.ts'],
		tests: ['test/unit/reservations/{plan/*,*}.test.ts', 'proof/histories/found.test.ts'],
	},
	messages: {
		files: ['reservations/items/*.ts', 'reservations/message/!(defaultTexts).ts'],
		tests: [
			'test/unit/reservations/{items,message}/*.test.ts',
			'test/unit/properties/messageKey.test.ts',
			'proof/histories/found.test.ts',
		],
	},
	output: {
		files: ['operation/output/{outputItems,shapeRecord}.ts', 'errors/maskPins.ts'],
		tests: [
			'test/unit/{errors/mask*,operation/output/*,properties/secrets}.test.ts',
			'proof/histories/found.test.ts',
		],
	},
	events: {
		files: ['trigger/polling/{cursor,failedWindows,firstCursor,readNewEvents}.ts'],
		tests: ['test/unit/trigger/polling/*.test.ts'],
	},
	deliveries: {
		files: [
			'trigger/polling/{poll,pollFromCursor,report}.ts',
			'trigger/webhook/receiveDelivery.ts',
		],
		project: 'engine',
		loaded: ['', 'Polling'].map(
			(name) => `<rootDir>/dist/nodes/DeviceAccess/DeviceAccess${name}Trigger.node.js`,
		),
		tests: ['test/engine/deviceAccess{,Polling}Trigger*.test.ts'],
	},
};

const area = areas[process.env.AREA];
if (!area) throw new Error(`Name one: AREA=${Object.keys(areas).join(', AREA=')}`);

module.exports = { project: 'unit', ...area };
