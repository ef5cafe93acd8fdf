import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const measured = path.resolve('test-fixtures/measured');

/**
 * Copies recorded runs into the folder's store as runs of `file`, without their git state, since the folder is no
 * repository. Returns the prompt of the last run.
 */
export async function storeMeasured(folder: string, file: string, runs: readonly string[]): Promise<string> {
  const store = path.join(folder, '.tutor-prompt-lab');
  let text = '';
  for (const run of runs) {
    const copy = path.join(store, 'runs', run);
    await cp(path.join(measured, 'runs', run), copy, { recursive: true });
    const manifest = path.join(copy, 'run.json');
    const { prompt, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as {
      readonly prompt: { readonly text: string; readonly revision: string };
    };
    text = prompt.text;
    const moved = { path: file, name: file, text, revision: prompt.revision };
    await writeFile(manifest, JSON.stringify({ ...rest, prompt: moved }, undefined, 2));
  }
  return text;
}
