import '../../harness/node-sources.ts';

const { checkOutages } = await import('./outages.ts');
process.exitCode = (await checkOutages(process.argv[2])) ? 0 : 1;
