import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOneCriterionSamples } from '../tests/contract/crash/oneCriterionSamples';
import { startServerProcess, type ServerProcess } from '../tests/soak/serverProcess';
import { productVsix } from '../tests/workbench/productVsix';
import { readRuns } from '../tests/workbench/readRuns';
import { useWorkbench } from '../tests/workbench/useWorkbench';
import { HostWatch } from './hostWatch';

const samples = 10_000;
const slots = 32;
const latencyMs = 50;
const file = 'large.tutor.md';

let folder = '';
let server: ServerProcess | undefined;
const watch = await HostWatch.create();
const running = useWorkbench(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'host-run-'));
  server = await startServerProcess(folder, { latencyMs });
  await writeOneCriterionSamples(path.join(folder, 'samples.jsonl'), samples);
  return watch.watched({
    vsixFiles: [productVsix()],
    allBuiltIn: true,
    settings: {
      'tutorPromptLab.benchmarks': ['tutorbench'],
      'tutorPromptLab.sampleFiles': { tutorbench: path.join(folder, 'samples.jsonl') },
      'tutorPromptLab.tutor': 'openai:m',
      'tutorPromptLab.judges': ['openai:m'],
      'tutorPromptLab.openai.baseUrl': server.url,
      'tutorPromptLab.concurrency': slots,
      'tutorPromptLab.confirmBeforeSending': 'never',
    },
  });
});

beforeAll(() => writeFile(path.join(running().workspace.folder, file), 'Ask one guiding question.\n'));
afterAll(async () => {
  server?.end();
  await watch.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** A measurement, so nothing is asserted but that it was made. */
test('a run of 20,000 calls in the extension host, its panel open', async () => {
  const { workbench, workspace } = running();
  await workbench.openFile(file);
  await workbench.runCommand('Tutor Prompt: Show Results');
  const panel = await workbench.panelFrame({ containing: 'main' });
  await panel
    .getByRole('button', { name: /^Evaluate/ })
    .first()
    .waitFor();
  const rested = Date.now();
  const before = await watch.between(rested - 1_000, rested);
  await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
  await panel
    .getByText('Evaluate again')
    .first()
    .waitFor({ timeout: 8 * 60_000 });
  const ended = Date.now();
  const during = await watch.between(rested, ended);
  const [run] = await readRuns(workspace.folder);
  expect(run).toMatchObject({ status: 'completed', replies: samples, judgements: samples });
  expect(await server?.counts()).toMatchObject({ answered: 2 * samples, answeredAgain: 0 });
  const row = (what: string, statistic: string): void => console.log(`| ${what} | ${statistic} |`);
  row('memory of the extension host before, the panel open', `${before.peakRssMb.toFixed(0)} MB`);
  row(
    `… at most, during ${2 * samples} calls at ${latencyMs} ms with ${slots} in flight`,
    `${during.peakRssMb.toFixed(0)} MB (heap ${during.peakHeapMb.toFixed(0)} MB)`,
  );
  row('the longest that the host’s thread was held up', `${during.longestHoldMs.toFixed(0)} ms`);
  row('from the command to the results', `${((ended - rested) / 1_000).toFixed(1)} s`);
});
