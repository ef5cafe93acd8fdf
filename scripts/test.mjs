// @ts-check
// npm test: installs missing parts, runs every tier and ends with `N passed, N failed`. `npm test -- unit webview` runs
// the named tiers only.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePackages, root } from './ensurePackages.mjs';

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] what failed, a line each
 */

ensurePackages();
const outDir = path.join(root, 'out', 'test');
const only = process.argv.slice(2);
const started = Date.now();
/** @type {{ name: string, count: Count, seconds: number }[]} */
const tiers = [];

/**
 * Runs a program; its output goes straight through, or is kept and shown on failure when two run side by side.
 * @param {readonly string[]} command
 * @param {{ quiet?: boolean, priority?: number, env?: Record<string, string> }} [options] `priority`: 19 is the lowest
 * @returns {Promise<number>} exit code
 */
function run([program = '', ...args], { quiet = false, priority = 0, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    if (priority > 0 && child.pid !== undefined) os.setPriority(child.pid, priority);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', () => resolve(127));
    child.on('close', (code) => {
      if (quiet && code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/**
 * @param {string} name
 * @param {() => Promise<Count>} work
 */
async function tier(name, work) {
  if (only.length > 0 && !only.includes(name)) return;
  const from = Date.now();
  console.log(`\n── ${name}`);
  const count = await work();
  tiers.push({ name, count, seconds: (Date.now() - from) / 1000 });
}

/**
 * A check that passes or fails as a whole.
 * @param {string} title
 * @param {readonly string[]} command
 * @param {{ quiet: boolean, priority?: number }} [options]
 * @returns {Promise<Count>}
 */
async function check(title, command, options = { quiet: true }) {
  const code = await run(command, options);
  console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, failures: [title] };
}

/**
 * Runs a vitest configuration and counts from its JSON result. A file that could not be loaded counts as one failure.
 * @param {string} name
 * @param {string} config
 * @returns {Promise<Count>}
 */
async function vitest(name, config) {
  await mkdir(outDir, { recursive: true });
  const file = path.join(outDir, `${name}.json`);
  await rm(file, { force: true });
  const code = await run([
    ...bin('vitest'),
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, failures: ['ended without a result'] };
  const result = JSON.parse(await readFile(file, 'utf8'));
  const failures = result.testResults.flatMap(failuresOf);
  const { numPassedTests: passed, numPendingTests, numTodoTests } = result;
  if (code !== 0 && failures.length === 0) failures.push(`ended with ${code}, although each test passed`);
  return { passed, failed: failures.length, skipped: numPendingTests + numTodoTests, failures };
}

/**
 * Failed tests of a file, or the file where it could not be loaded.
 * @param {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} suite
 * @returns {readonly string[]}
 */
function failuresOf({ name, status, message = '', assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = path.relative(root, name);
  const line = (/** @type {string} */ text) => text.split('\n', 1)[0]?.slice(0, 300) ?? '';
  if (failed.length > 0) {
    return failed.map(({ fullName, failureMessages: [why = ''] = [] }) => `${file} > ${fullName}: ${line(why)}`);
  }
  return status === 'failed' ? [`${file}: ${line(message)}`] : [];
}

/**
 * A package's program, run by this Node: the links in node_modules/.bin are shell scripts on Windows.
 * @param {'vitest' | 'prettier' | 'tsc' | 'eslint' | 'knip'} name
 * @returns {readonly [string, string]}
 */
function bin(name) {
  const files = {
    vitest: 'vitest/vitest.mjs',
    prettier: 'prettier/bin/prettier.cjs',
    tsc: 'typescript/bin/tsc',
    eslint: 'eslint/bin/eslint.js',
    knip: 'knip/bin/knip.js',
  };
  return [process.execPath, path.join(root, 'node_modules', files[name])];
}

/** @param {readonly Count[]} counts @returns {Count} */
function sum(counts) {
  return counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
      failures: [...(total.failures ?? []), ...(count.failures ?? [])],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** Takes only the time that other programs leave. */
const idle = { quiet: true, priority: 19 };
// Most of a workbench test is waiting for the window: the checks use that time.
const staticTier = () =>
  tier('static', async () =>
    sum([
      await check('format', [...bin('prettier'), '--check', '--log-level=warn', '.'], idle),
      await check('types: host', [...bin('tsc'), '-p', 'tsconfig.json'], idle),
      await check('types: webview', [...bin('tsc'), '-p', 'webview/tsconfig.json'], idle),
      await check('types: tests', [...bin('tsc'), '-p', 'tests/tsconfig.json'], idle),
      await check('lint', [...bin('eslint'), '--max-warnings=0', '.'], idle),
      // What only tests use counts as unused in the first, not in the second, which looks at tests and packages too.
      await check(
        'unused exports',
        [...bin('knip'), '--no-progress', '--production', '--include=files,exports,types'],
        idle,
      ),
      await check('unused code and packages', [...bin('knip'), '--no-progress'], idle),
    ]),
  );
await tier('unit', () => vitest('unit', 'vitest.config.ts'));
await tier('package', () => check('build and pack', [process.execPath, 'scripts/package.mjs']));
await tier('tools', () =>
  check('Chromium and VS Code for tests', [process.execPath, 'scripts/testTools/installTestTools.mjs']),
);
await tier('webview', () => vitest('webview', 'vitest.webview.config.ts'));
await Promise.all([
  staticTier(),
  tier('host', () => hostSuite()).then(() => tier('e2e', () => vitest('e2e', 'vitest.e2e.config.ts'))),
]);

/** @returns {Promise<Count>} */
async function hostSuite() {
  await mkdir(outDir, { recursive: true });
  const file = path.join(outDir, 'host.json');
  await rm(file, { force: true });
  const code = await run([process.execPath, 'scripts/testHost.mjs'], { env: { HOST_RESULT_FILE: file } });
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, failures: ['ended without a result'] };
  /** @type {import('../tests/host/hostResult').HostResult} */
  const { passed, tests } = JSON.parse(await readFile(file, 'utf8'));
  const failures = tests.filter(({ state }) => state === 'failed').map(({ title }) => title);
  if (code !== 0 && failures.length === 0) failures.push(`ended with ${code}, although each test passed`);
  return { passed, failed: failures.length, skipped: 0, failures };
}

// Once more at the end: whoever reads a log reads its last lines.
for (const { name, count } of tiers) {
  for (const failure of count.failures ?? []) console.log(`\n✗ ${name}: ${failure}`);
}
console.log('');
for (const { name, count, seconds } of tiers) {
  console.log(
    `${name.padEnd(9)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(3)} failed ${String(count.skipped).padStart(4)} skipped  ${seconds.toFixed(1)} s`,
  );
}
const total = sum(tiers.map((each) => each.count));
console.log(`All tiers in ${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped === 0 ? '' : `, ${total.skipped} skipped`}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
