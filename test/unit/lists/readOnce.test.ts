import { readOnce } from '../../../nodes/DeviceAccess/lists/readOnce';

it('reads once for all who ask for the same, and again after a failure', async () => {
	const asked: number[] = [];
	const read = readOnce(async (key: number) => {
		await Promise.resolve();
		if (asked.push(key) === 1) throw new Error('lost');
		return key;
	});
	await expect(Promise.all([read(1), read(1)])).rejects.toThrow('lost');
	expect(await Promise.all([read(1), read(1), read(2)])).toEqual([1, 1, 2]);
	expect(asked).toEqual([1, 1, 2]);
});
