// Runs n8n's community package scanner offline, on the source and on the packed package.
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { packPackage } from '../local/package-tarball.ts';

using folder = mkdtempDisposableSync(join(tmpdir(), 'scan-'));
execFileSync('tar', ['-xzf', await packPackage(folder.path)], { cwd: folder.path });

const results = {
	source: await analyzePackage(process.cwd(), SOURCE_FILE_PATTERNS),
	package: await analyzePackage(join(folder.path, 'package')),
};
for (const [label, { passed, message, details }] of Object.entries(results)) {
	console.log(`${label}: ${passed ? 'passed' : `failed, ${message}\n${details}`}`);
}
process.exitCode = Object.values(results).every(({ passed }) => passed) ? 0 : 1;
