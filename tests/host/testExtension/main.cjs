'use strict';
const { run } = require('./runner.cjs');

// Activation must not wait for the suite: VS Code counts a slow activation as a failure of the extension.
exports.activate = () => {
  // The launcher reads the result file; this is for who reads the extension host's log.
  run().catch((error) => console.error(error));
};
