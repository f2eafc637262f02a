import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const HOST = '127.0.0.1';

/** Makes a certificate for this machine. Returns the environment variables that make a process trust it and tell `readCertificate` where it is. */
export async function makeCertificate(directory: string): Promise<NodeJS.ProcessEnv> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: HOST }], {
		keyType: 'ec',
		algorithm: 'sha256',
		extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: HOST }] }],
	});
	const [keyFile, certificateFile] = [
		join(directory, 'key.pem'),
		join(directory, 'certificate.pem'),
	];
	await writeFile(keyFile, key, { mode: 0o600 });
	await writeFile(certificateFile, cert);
	return { NODE_EXTRA_CA_CERTS: certificateFile, BENCH_TLS_KEY: keyFile };
}

/** The certificate that this process was started with. Throws if there is none. */
export async function readCertificate(): Promise<{ key: string; cert: string }> {
	const { NODE_EXTRA_CA_CERTS: certificateFile, BENCH_TLS_KEY: keyFile } = process.env;
	if (!certificateFile || !keyFile)
		throw new Error('Start the benchmark with `npm run bench`, which makes a certificate.');
	return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certificateFile, 'utf8') };
}
