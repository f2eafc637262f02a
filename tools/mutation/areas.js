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
		files: ['reservations/items/{tell,item}.ts', 'reservations/message/writeMessage.ts'],
		tests: [
			'test/unit/reservations/{items,message}/*.test.ts',
			'test/unit/properties/messageKey.test.ts',
			'proof/histories/found.test.ts',
		],
	},
	output: {
		files: ['operation/output/outputItems.ts', 'errors/maskPins.ts'],
		tests: [
			'test/unit/{errors/mask*,operation/output/*,properties/secrets}.test.ts',
			'proof/histories/found.test.ts',
		],
	},
	events: {
		files: ['trigger/polling/*.ts', 'trigger/webhook/receiveDelivery.ts'],
		tests: ['test/unit/trigger/**/*.test.ts'],
	},
};

/** The ones that AREA names, or all. */
module.exports = Object.entries(areas)
	.filter(([name]) => (process.env.AREA ?? name) === name)
	.map(([, area]) => area);
