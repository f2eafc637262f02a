// n8n-core reads these when it is first loaded: a folder and an encryption key of its own, so that nothing is
// written below the home folder, and the expression engine that needs no native part.
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');

process.env.N8N_USER_FOLDER ??= join(__dirname, '..', '..', '.tmp', 'n8n');
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
process.env.N8N_ENCRYPTION_KEY ??= 'key-of-the-test-run-only';
process.env.N8N_EXPRESSION_ENGINE ??= 'legacy';
process.env.N8N_DIAGNOSTICS_ENABLED ??= 'false';
process.env.N8N_LOG_LEVEL ??= 'silent';
