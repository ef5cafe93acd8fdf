import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Options for a tutor and a judge at a server that gets a key of its own, that of the variable `KEYED_KEY`. */
export async function keyedConnection(cwd: string, address: string): Promise<string[]> {
  await writeFile(path.join(cwd, 'keyed.json'), JSON.stringify({ keyed: { address, keyVariable: 'KEYED_KEY' } }));
  return ['--connection', 'keyed.json', '--tutor', 'keyed:tutor-model', '--judge', 'keyed:judge-model'];
}
