import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';

const SOURCE = path.resolve('tests/host/testExtension');
const STAGE = path.resolve('out/tests/host/testExtension');

/** Packs the test extension together with the bundled suite. Returns the absolute path of the VSIX file. */
export async function packageTestExtension(runnerFile: string): Promise<string> {
  await rm(STAGE, { recursive: true, force: true });
  await mkdir(STAGE, { recursive: true });
  await cp(SOURCE, STAGE, { recursive: true });
  await cp(runnerFile, path.join(STAGE, 'runner.cjs'));
  const packagePath = `${STAGE}.vsix`;
  await createVSIX({ cwd: STAGE, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
