import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const SOURCE = resolve(__dirname, '../../../host/demo/n8nEnvironment.ts');

it('the n8n of the demo has the time zone of the computer', () => {
	const zone = 'Asia/Tokyo';
	const script = `import(${JSON.stringify(SOURCE)}).then((demo) => console.log(JSON.stringify((demo.default ?? demo).n8nEnvironment())))`;
	const printed = execFileSync(process.execPath, ['--import', 'tsx', '-e', script], {
		env: { ...process.env, TZ: zone },
		encoding: 'utf8',
	});
	expect(JSON.parse(printed)).toEqual({ GENERIC_TIMEZONE: zone });
});
