import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repository, useCommandLine } from './commandLine';

const cli = useCommandLine();

it('docs/comparing.md quotes what its command prints', async () => {
  const cwd = await cli().folder();
  const page = await readFile(path.join(repository, 'docs/comparing.md'), 'utf8');
  const [, quoted = ''] = /```text\n([\s\S]*?)```/u.exec(page) ?? [];
  const { out } = await cli().run(['example'], { cwd });
  // The day of the run is the one thing that is another each time.
  const dated = (text: string): readonly string[] => text.replace(/\d{4}-\d{2}-\d{2}/gu, 'DATE').split(/ *\n/);
  const printed = new Set(dated(out));
  const lines = dated(quoted).filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !printed.has(line))).toEqual([]);
});
