// The same examples in every run, so that a failure comes from a change and not from chance.
// New ones: FAST_CHECK_SEED=$RANDOM npm run jest -- test/integration/property
const { configureGlobal } = require('fast-check');

configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 2026) });
