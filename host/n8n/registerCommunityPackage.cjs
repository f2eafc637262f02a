// Runs under the host's Node, in the folder where n8n is installed: node registerCommunityPackage.cjs DATABASE PACKAGE_FOLDER
//
// Writes the rows that n8n writes after installing a community package (installed_packages, installed_nodes; see
// persistPackageWithNodes in n8n's installed-packages.repository.js). Without them, n8n still loads
// every package that it finds on disk, but Settings > Community nodes does not list it with its version and Uninstall.
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { DatabaseSync } = require('node:sqlite');

const { PackageDirectoryLoader } = createRequire(join(process.cwd(), 'package.json'))('n8n-core');

async function register(databaseFile, packageFolder) {
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	const { packageJson, nodeTypes, loadedNodes } = loader;

	const database = new DatabaseSync(databaseFile, { timeout: 10_000 });
	try {
		database.exec('BEGIN IMMEDIATE');
		database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(packageJson.name);
		database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(packageJson.name);
		database
			.prepare(
				"INSERT INTO installed_packages (packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt) VALUES (?, ?, ?, ?, STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'), STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'))",
			)
			.run(
				packageJson.name,
				packageJson.version,
				packageJson.author?.name ?? null,
				packageJson.author?.email ?? null,
			);
		const addNode = database.prepare(
			'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
		);
		for (const { name, version } of loadedNodes) {
			addNode.run(
				nodeTypes[name].type.description.displayName,
				`${packageJson.name}.${name}`,
				version,
				packageJson.name,
			);
		}
		database.exec('COMMIT');
	} finally {
		database.close();
	}
}

register(process.argv[2], process.argv[3]).catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
