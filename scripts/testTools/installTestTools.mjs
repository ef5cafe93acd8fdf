// @ts-check
// Installs everything the workbench tests need and prints its place. The tests also run it where needed.
import { chromiumPath } from './chromiumPath.mjs';
import { ensureCodeServer } from './ensureCodeServer.mjs';
import { ensureDebianPackages } from './ensureDebianPackages.mjs';
import { InstallFailure } from './installFailure.mjs';

try {
  ensureDebianPackages();
  const paths = await ensureCodeServer();
  process.stdout.write(`${JSON.stringify({ chromium: chromiumPath(), ...paths }, undefined, 2)}\n`);
} catch (error) {
  if (!InstallFailure.is(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
