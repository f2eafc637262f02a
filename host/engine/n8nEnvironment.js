// n8n-core reads these when it is first loaded: its own folder and encryption key, so that nothing is
// written to the home folder, and the expression engine without native parts.
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');

process.env.N8N_USER_FOLDER ??= join(__dirname, '..', '..', '.tmp', 'n8n');
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY ??= 'key-of-the-test-run-only';
process.env.N8N_EXPRESSION_ENGINE ??= 'legacy';
process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';
process.env.N8N_LOG_LEVEL ??= 'silent';
