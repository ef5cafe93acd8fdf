// @ts-check
// npm start [-- [prompt] [options of evaluate]]: installs, builds and evaluates a prompt file, by default with the
// offline models. Prints the score table and writes a self-contained HTML report.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensurePackages, root } from './ensurePackages.mjs';

const [first, ...rest] = process.argv.slice(2);
const named = first !== undefined && !first.startsWith('-');
const options = named ? rest : process.argv.slice(2);
// npm changes into the package's folder; a path is meant from where the user stands.
const prompt = named
  ? path.resolve(process.env['INIT_CWD'] ?? process.cwd(), first)
  : path.join(root, 'test-fixtures', 'workspace', 'rule.tutor.md');

ensurePackages();
const build = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--quiet'], {
  stdio: ['ignore', 2, 2],
});
if (build.status !== 0) process.exit(build.status ?? 1);

const report = path.join(root, 'out', `${path.basename(prompt)}.html`);
const run = spawnSync(
  process.execPath,
  [path.join(root, 'dist', 'cli.js'), 'evaluate', prompt, '--html', report, ...options],
  {
    cwd: process.env['INIT_CWD'] ?? process.cwd(),
    stdio: 'inherit',
  },
);
process.exit(run.status ?? 1);
