import { Turns } from '../../../../nodes/DeviceAccess/reservations/stays/turns';
import { answeringSend } from '../../answeringSend';

const STAY = { prefix: 'reservation:', reservationKey: '4711' };

let accounts = 0;

/** Orders for one stay, each of an execution of its own, which end when the test says so. */
function lineOfOrders() {
	const account = `account-${accounts++}`;
	const { send } = answeringSend(() => ({ ok: true }));
	const begun: string[] = [];
	const newRun = (stop = new AbortController()) => new Turns(account, stop.signal);
	const order = (name: string, run = newRun()) => {
		let end: (error?: Error) => void = () => {};
		const gate = new Promise<void>((resolve, reject) => {
			end = (error) => (error ? reject(error) : resolve());
		});
		const done = run.take({ stay: STAY, send }, async (turn) => {
			begun.push(name);
			await gate;
			const body = { access_grant_id: name };
			await turn.send({ endpoint: '/access_grants/delete', body, effect: 'write' });
			return { isChanged: turn.isChanged, isFailed: undefined };
		});
		return { done, end };
	};
	return { begun, newRun, order };
}

it('orders for one stay take turns, also after one that fails', async () => {
	const { begun, order } = lineOfOrders();
	const [first, second, third] = ['1', '2', '3'].map((name) => order(name));
	third?.end();
	first?.end(new Error('no'));
	await expect(first?.done).rejects.toThrow('no');
	await new Promise(setImmediate);
	expect(begun).toEqual(['1', '2']);
	second?.end();
	await third?.done;
	expect(begun).toEqual(['1', '2', '3']);
});

it('an execution that stops leaves the line, and lets nobody in before their turn', async () => {
	const { begun, newRun, order } = lineOfOrders();
	const stop = new AbortController();
	const first = order('1');
	const second = order('2', newRun(stop));
	const third = order('3');
	third.end();
	stop.abort();
	await expect(second.done).rejects.toMatchObject({ code: 'NOT_STARTED' });
	await new Promise(setImmediate);
	expect(begun).toEqual(['1']);
	first.end();
	await third.done;
	expect(begun).toEqual(['1', '3']);
});

it('only what another execution wrote since the stay was read makes it worth another read', async () => {
	const { newRun, order } = lineOfOrders();
	const [own, other] = [newRun(), newRun()];
	const isChanged = async (run: Turns) => {
		const { done, end } = order('order', run);
		end();
		return (await done).isChanged;
	};
	expect(await isChanged(own)).toBe(false);
	expect(await isChanged(own)).toBe(false);
	expect(await isChanged(other)).toBe(true);
	expect(await isChanged(own)).toBe(true);
	expect(await isChanged(newRun())).toBe(false);
});

it('what another execution wrote and failed with, or is stopped after, it does not tell', async () => {
	const run = () => new Turns(account, stop.signal);
	const account = 'account of those that fail';
	const { send } = answeringSend(() => ({ ok: true }));
	let stop = new AbortController();
	const first = await run().take({ stay: STAY, send }, async ({ changedSince }) => ({
		isFailed: undefined,
		changedSince,
	}));
	const write = async (result: { isFailed?: true }) =>
		await run().take({ stay: STAY, send }, async (turn) => {
			await turn.send({ endpoint: '/access_grants/update', body: {}, effect: 'write' });
			return result;
		});
	expect(first.changedSince()).toBeUndefined();
	await write({ isFailed: true });
	expect(first.changedSince()).toBe('untold');
	stop = new AbortController();
	await write({});
	expect(first.changedSince()).toBe('and told');
	await write({ isFailed: true });
	expect(first.changedSince()).toBe('and told');
	stop.abort();
	expect(first.changedSince()).toBe('untold');
});
