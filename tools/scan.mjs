// Runs n8n's community package scanner offline, on the source and on the packed package.
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

using folder = mkdtempDisposableSync(join(tmpdir(), 'scan-'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', folder.path], { stdio: 'ignore' });
const tarball = readdirSync(folder.path).find((name) => name.endsWith('.tgz'));
execFileSync('tar', ['-xzf', tarball], { cwd: folder.path });

const results = {
	source: await analyzePackage(process.cwd(), SOURCE_FILE_PATTERNS),
	package: await analyzePackage(join(folder.path, 'package')),
};
for (const [label, { passed, message, details }] of Object.entries(results)) {
	console.log(`${label}: ${passed ? 'passed' : `failed, ${message}\n${details}`}`);
}
process.exitCode = Object.values(results).every(({ passed }) => passed) ? 0 : 1;
