// Runs before n8n-core is imported, because it reads its environment once.
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// n8n creates the folder when it needs it.
process.env.N8N_USER_FOLDER = join(tmpdir(), `n8n-test-${process.pid}`);
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
