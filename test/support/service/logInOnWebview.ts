import got from 'got';
import type { Sandbox } from '../../../sandbox/createSandbox';

/** Logs in as the owner on the page of a connect webview. Returns the ID of the new account. */
export async function logInOnWebview(
	{ url }: Pick<Sandbox, 'url'>,
	connectWebviewId: string,
): Promise<string> {
	const { connect_webview: webview } = await got
		.post(`${url}/_sandbox/connect_webviews/login`, {
			json: { connect_webview_id: connectWebviewId },
		})
		.json<{ connect_webview: { connected_account_id: string } }>();
	return webview.connected_account_id;
}
