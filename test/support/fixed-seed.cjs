// The same examples in every run, so that a run says something about the change and not about luck.
// New ones: FAST_CHECK_SEED=$RANDOM npm run jest -- test/integration/property
const { configureGlobal } = require('fast-check');

configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 2026) });
