/**
 * What to check if it is unknown whether a write was carried out. The first matching endpoint wins.
 */
const LOOK_BEFORE_REPEATING: ReadonlyArray<[endpoint: RegExp, look: string]> = [
	[/^\/access_codes\/(create|simulate)/, 'Check whether the access code exists'],
	[/^\/access_codes\//, 'Check the access code'],
	[/^\/access_grants\/create/, 'Check whether the access grant exists'],
	[/^\/access_grants\//, 'Check the access grant'],
	[/^\/access_methods\/unlock_door/, 'Check the entrance'],
	[/^\/access_methods\//, 'Check the access method'],
	[/^\/acs\/access_groups\//, 'Check the access group'],
	[/^\/acs\/credentials\/create/, 'Check whether the access credential exists'],
	[/^\/acs\/credentials\//, 'Check the access credential'],
	[/^\/acs\/encoders\//, 'Check the card'],
	[/^\/acs\/entrances\//, 'Check the entrance'],
	[/^\/acs\/users\/create/, 'Check whether the access system user exists'],
	[/^\/acs\/users\//, 'Check the access system user'],
	[/^\/connect_webviews\//, 'Check the connect webviews'],
	[/^\/connected_accounts\//, 'Check the connected account'],
	[/^\/customers\//, "Check the customer's data"],
	[/^\/instant_keys\//, "Check the person's instant keys"],
	[/^\/spaces\/create/, 'Check whether the space exists'],
	[/^\/spaces\//, 'Check the space'],
	[/^\/user_identities\/create/, 'Check whether the person exists'],
	[/^\/user_identities\//, 'Check the person'],
	[/^\/(devices|locks)\//, 'Check the device'],
	[/^\/workspaces\//, 'Check the workspace'],
];

/**
 * The warning if it is unknown whether a write was carried out. For a webhook, it says to publish
 * the workflow again, because the trigger then removes what is left.
 */
export function mayHaveActedWarning(endpoint: string): string {
	if (endpoint.startsWith('/webhooks/'))
		return 'Publish the workflow again. The trigger first removes what is left of its webhook at the service';
	const [, look = 'Check whether the change was made'] =
		LOOK_BEFORE_REPEATING.find(([pattern]) => pattern.test(endpoint)) ?? [];
	return `The service may have carried out the action anyway, so the node did not repeat it. ${look} before you execute the node again for this item`;
}
