// npm run contract
import { TOKEN_VARIABLE } from './check.ts';
import { runContractCheck } from './run.ts';

const token = process.env[TOKEN_VARIABLE] ?? '';
process.exitCode = await runContractCheck(process.argv.slice(2), token);
