import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pollUntil } from '../tests/workbench/pollUntil';
import { productVsix } from '../tests/workbench/productVsix';
import { useWorkbench } from '../tests/workbench/useWorkbench';

const windows = 7;
const running = useWorkbench(() => ({ vsixFiles: [productVsix()], allBuiltIn: true }));

/** Milliseconds of each activation so far, from the extension's own log in the extension host. */
async function activations(logsFolder: string): Promise<readonly number[]> {
  const entries = await readdir(logsFolder, { recursive: true });
  const logs = entries.filter((name) => path.basename(name) === 'Tutor Prompt Lab.log');
  const texts = await Promise.all(logs.map((name) => readFile(path.join(logsFolder, name), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/Activated in ([\d.]+) ms/g)].map((match) => Number(match[1])));
}

/** Opens a prompt file in fresh windows. This is a measurement, so it only checks that figures were made. */
test('activation', async () => {
  const { workbench, server } = running();
  await workbench.openFile('rule.tutor.md');
  for (let window = 1; window <= windows; window += 1) {
    await pollUntil('the activation', async () =>
      (await activations(server.logsFolder)).length >= window ? true : undefined,
    );
    if (window < windows) await workbench.reload();
  }
  const times = [...(await activations(server.logsFolder))].sort((left, right) => left - right);
  expect(times).toHaveLength(windows);
  const median = times[Math.floor(windows / 2)];
  console.log(
    `| activation in the extension host, median of ${windows} windows | ${median} ms (${times[0]} to ${times.at(-1)}) |`,
  );
});
