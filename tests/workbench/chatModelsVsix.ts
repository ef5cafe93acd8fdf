import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';

/** Packs the extension with the test models (`vscode:lab-test/…`). Returns the absolute path of the VSIX. */
export async function chatModelsVsix(): Promise<string> {
  const packagePath = path.resolve('out/tests/chatModels.vsix');
  await mkdir(path.dirname(packagePath), { recursive: true });
  await createVSIX({
    cwd: path.resolve('test-fixtures/chatModels'),
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}
