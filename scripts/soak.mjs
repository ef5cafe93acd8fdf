// @ts-check
// npm run soak: long runs with failing servers, kills and memory limits. Not part of npm test. Ends with a table.
// `npm run soak -- memory kills` runs the named files of tests/soak only.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { ensurePackages, root } from './ensurePackages.mjs';

ensurePackages();
const outDir = path.join(root, 'out', 'soak');
const rowsFile = path.join(outDir, 'rows.jsonl');
await mkdir(outDir, { recursive: true });
await rm(rowsFile, { force: true });
const loadBefore = (loadavg()[0] ?? 0).toFixed(2);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'vitest.soak.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SOAK_ROWS: rowsFile } },
);
/** @type {readonly { what: string, figure: string }[]} */
const rows = existsSync(rowsFile)
  ? (await readFile(rowsFile, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load average before: ${loadBefore}`;
const lines = [...rows, { what: 'held', figure: status === 0 ? 'all of it' : 'NOT ALL: see above' }];
process.stdout.write(`\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n| | |\n| --- | --- |\n`);
for (const { what, figure } of lines) process.stdout.write(`| ${what} | ${figure} |\n`);
process.exitCode = status ?? 1;
