// Runs before n8n-core is imported, which reads its environment once.
const { tmpdir } = require('node:os');
const { join } = require('node:path');

// Not made here: n8n would make it when it had something to write.
process.env.N8N_USER_FOLDER = join(tmpdir(), `n8n-test-${process.pid}`);
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
