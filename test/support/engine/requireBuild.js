const { requireCurrentBuild } = require('../../../host/process/buildStamp');

module.exports = () => requireCurrentBuild();
