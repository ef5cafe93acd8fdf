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
  // The day of the run is the one thing that is another each time, and so are ends of lines after it.
  const flat = (text: string): string =>
    text
      .replaceAll(/\d{1,2} [A-Z][a-z]{2} \d{4}/gu, 'DATE')
      .replaceAll(/\s+/gu, ' ')
      .trim();
  const parts = quoted.split(/\n\s*\n/u).map(flat);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.filter((part) => !flat(out).includes(part))).toEqual([]);
});
