const PREFIXES = {
	workspace: '10000000',
	connectedAccount: '20000000',
	device: '30000000',
	unmanagedCode: '40000000',
	managedCode: '50000000',
	organization: '60000000',
	space: '70000000',
	userIdentity: '71000000',
	accessSystem: '72000000',
	entrance: '73000000',
	accessGroup: '74000000',
	accessSystemUser: '75000000',
	encoder: '76000000',
	accessGrant: '77000000',
	accessMethod: '78000000',
};

/** A fixed id in UUID form, readable as "kind and number": the same on every start. */
export function fixtureId(kind: keyof typeof PREFIXES, number: number): string {
	return `${PREFIXES[kind]}-0000-4000-8000-${number.toString().padStart(12, '0')}`;
}
