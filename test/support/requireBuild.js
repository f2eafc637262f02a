const { requireCurrentBuild } = require('../../host/process/buildStamp');

/** jest runs it before tests that load dist/. */
module.exports = () => requireCurrentBuild();
