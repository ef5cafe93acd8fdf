// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { ensurePromptfoo, promptfooVersion } from './ensurePromptfoo.mjs';
import { withModelServer } from './modelServerProcess.mjs';
import { oneCriterionRun, tutorPrompt } from './oneCriterionRun.mjs';
import { seconds, timedProcess } from './timedProcess.mjs';

const latencyMs = 100;
const slots = 32;
const samples = 1_000;
const calls = 2 * samples;

/**
 * A tutor call and a judge call for each of 1,000 samples, with this product and with promptfoo, one after the other.
 *
 * @param {{ readonly server: string, readonly samples: string }} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measurePromptfoo(programs) {
  const promptfoo = await ensurePromptfoo();
  const folder = path.join(benchFolder, 'promptfoo');
  const own = await withModelServer({ program: programs.server, latencyMs }, async ({ url, counts }) => {
    const run = await oneCriterionRun({
      url,
      slots,
      folder: path.join(folder, 'own'),
      samples,
      samplesModule: programs.samples,
    });
    return { ...run, counts: await counts() };
  });
  const other = await withModelServer({ program: programs.server, latencyMs }, async ({ url, counts }) => {
    const run = await promptfooRun(
      promptfoo,
      url,
      path.join(folder, 'promptfoo'),
      path.join(folder, 'own', 'samples.jsonl'),
    );
    return { ...run, counts: await counts() };
  });
  const idealMs = (calls * latencyMs) / slots;
  const runs = [own, other];
  return {
    head: ['', 'Tutor Prompt Lab', `promptfoo ${promptfooVersion}`],
    rows: [
      ['calls that reached the server', ...runs.map((run) => `${run.counts.calls}`)],
      ['calls in flight, at most', ...runs.map((run) => `${run.counts.peakInFlight}`)],
      ['whole process', ...runs.map((run) => seconds(run.wallMs))],
      ['until the first call', ...runs.map((run) => seconds((run.counts.firstCallAt ?? Number.NaN) - run.startedAt))],
      [`whole process ÷ ideal (${seconds(idealMs)})`, ...runs.map((run) => (run.wallMs / idealMs).toFixed(2))],
      [
        'CPU of the process',
        ...runs.map((run) => `${seconds(run.cpuMs)}, ${(run.cpuMs / calls).toFixed(2)} ms a call`),
      ],
    ],
    bounds: runs.map((run, index) => ({
      held: run.counts.calls === calls,
      words: `${['this product', 'promptfoo'][index]} makes ${run.counts.calls} calls of ${calls}`,
    })),
  };
}

/**
 * @param {string} program
 * @param {string} url
 * @param {string} folder made again
 * @param {string} samplesFile the samples of this product's run: what the student says is the same
 */
async function promptfooRun(program, url, folder, samplesFile) {
  await mkdir(folder, { recursive: true });
  /** @type {{ turns: { content: string }[], criteria: { text: string }[] }[]} */
  const lines = (await readFile(samplesFile, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const model = (/** @type {number} */ tokens) => ({
    id: 'openai:chat:m',
    config: { apiBaseUrl: `${url}/v1`, apiKey: 'none', temperature: 0, max_tokens: tokens },
  });
  const prompt = [
    { role: 'system', content: tutorPrompt.trim() },
    { role: 'user', content: '{{question}}' },
  ];
  const config = {
    prompts: [JSON.stringify(prompt)],
    providers: [model(1_024)],
    defaultTest: { options: { provider: model(700) } },
    tests: lines.map(({ turns, criteria }) => ({
      vars: { question: turns[0]?.content },
      assert: [{ type: 'llm-rubric', value: criteria[0]?.text }],
    })),
  };
  await writeFile(path.join(folder, 'promptfooconfig.json'), JSON.stringify(config));
  const out = path.join(folder, 'results.json');
  const { code, wallMs, cpuMs, startedAt } = await timedProcess(
    [
      program,
      'eval',
      ...['--config', 'promptfooconfig.json', '--output', out, '--max-concurrency', String(slots)],
      ...['--no-cache', '--no-table', '--no-progress-bar', '--no-write'],
    ],
    { cwd: folder, cpu: true, env: quietEnvironment(folder) },
  );
  const { results } = JSON.parse(await readFile(out, 'utf8'));
  if (code !== 0 || results.stats.successes !== samples)
    throw new Error(`promptfoo ended with ${code}: ${JSON.stringify(results.stats)}.`);
  return { wallMs, cpuMs, startedAt };
}

/**
 * Nothing of promptfoo's may leave this machine, and nothing of earlier runs may help it.
 *
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
function quietEnvironment(folder) {
  return {
    ...process.env,
    PROMPTFOO_CONFIG_DIR: path.join(folder, 'config'),
    PROMPTFOO_CACHE_ENABLED: 'false',
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    PROMPTFOO_SELF_HOSTED: '1',
    PROMPTFOO_DISABLE_SHARING: '1',
  };
}
