import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { createRunSession } from '../../src/core/run/runSession';
import { buildReport } from '../../src/core/results/buildReport';
import { caseDetail } from '../../src/core/results/caseDetail';
import { imageSources, withImages } from '../../src/core/report/caseImages';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { openInEditor, workspaceFolder } from './workspaceFolder';

const file = 'prompts/four.prompt.md';
const chosen = ['socratesbench', 'kmp-dialogue', 'kmp-skills', 'tutorbench'];

/** Settings of this suite by name; taken back at its end. */
const settings: Readonly<Record<string, unknown>> = {
  benchmarks: chosen,
  limit: 6,
  repeats: 1,
  'socratesbench.theory': 'both',
  'socratesbench.student': 'offline',
  'kmp.bothOrders': true,
  'kmp.literalMrScore': true,
  'tutorbench.clipPerSample': true,
};

async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Workspace);
}

function store(): FileRunStore {
  return new FileRunStore(path.join(workspaceFolder(), '.tutor-prompt-lab'));
}

/** The newest run of the prompt, as the panel is drawn from it. */
async function newestRun() {
  const listing = (await store().list()).find((found) => found.kind === 'run' && found.manifest.prompt.path === file);
  assert.ok(listing?.kind === 'run', `No run of ${file} is kept.`);
  const { manifest, samples, records, problems } = await store().open(listing.id);
  assert.deepEqual(problems, []);
  return { listing, manifest, session: createRunSession(manifest, samples, benchmarks, records) };
}

suite('the benchmarks of several turns, pairs, skills and images', () => {
  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of Object.keys(settings)) await set(name, undefined);
  });

  test('run together from the settings, offline, without a question', async () => {
    await writeFile(path.join(workspaceFolder(), file), 'Ask one guiding question. Never give the answer away.\n');
    for (const [name, value] of Object.entries(settings)) await set(name, value);
    await openInEditor(file);
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    const { listing, manifest } = await newestRun();
    assert.equal(listing.lastStatus, 'completed');
    assert.deepEqual(
      manifest.benchmarks.map(({ id }) => id),
      chosen,
    );
    assert.deepEqual([manifest.student?.provider, manifest.student?.simulated], ['offline', true]);
    const { theory, student, bothOrders, literalMrScore, clipPerSample } = manifest.policy;
    assert.deepEqual([theory, student, bothOrders, literalMrScore, clipPerSample], ['both', 'model', true, true, true]);
  });

  test('share one panel, beside the prompt', () => {
    const panels = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        (tab) => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('tutorPromptLab.results'),
      );
    assert.equal(
      panels.filter((tab) => tab.label.includes('four.prompt.md')).length,
      1,
      panels.map((tab) => tab.label).join(),
    );
    assert.equal(vscode.window.activeTextEditor?.document.uri.path.endsWith(file), true);
  });

  test('give the panel a report with every benchmark complete, its own picture, and no figure mixed with a scripted one', async () => {
    const { session } = await newestRun();
    const report = buildReport(session);
    const kinds = {
      socratesbench: 'turnMap',
      'kmp-dialogue': 'preferences',
      'kmp-skills': 'metricBars',
      tutorbench: 'metricBars',
    };
    for (const benchmark of report.benchmarks) {
      assert.deepEqual(
        [benchmark.id, benchmark.completed, benchmark.judgeFailed, benchmark.noReply],
        [benchmark.id, benchmark.planned, 0, 0],
      );
      const pictures = benchmark.pictures.map(({ kind }) => kind);
      assert.ok(
        pictures.includes(kinds[benchmark.id as keyof typeof kinds] as never),
        `${benchmark.id}: ${pictures.join()}`,
      );
      assert.ok(benchmark.blocks.some(({ metrics }) => metrics.some(({ value }) => value !== undefined)));
    }
    const [socrates] = report.benchmarks;
    assert.ok(socrates?.blocks.every(({ id }) => id.startsWith('modelled-')));
  });

  test('keep the images of a case, which its detail then shows', async () => {
    const { session, manifest } = await newestRun();
    const named = manifest.benchmarks.find(({ id }) => id === 'tutorbench')?.images ?? {};
    let shown = 0;
    for (const item of session.items.filter(({ benchmark }) => benchmark.id === 'tutorbench')) {
      const detail = caseDetail(session, item.key);
      assert.ok(detail);
      const sources = await imageSources([detail], session.imagesOf('tutorbench'), store().images);
      for (const { source, alt } of withImages(detail, sources).turns.flatMap(({ images }) => images)) {
        assert.match(source, /^data:image\/png;base64,iVBORw0KGgo/);
        assert.ok(alt.length > 20, 'A picture needs words for who cannot see it.');
        shown += 1;
      }
    }
    assert.ok(shown > 0, 'No sample with an image was drawn.');
    // The images of samples beyond the limit are kept for going on with the run.
    assert.ok(Object.keys(named).length >= shown);
  });
});
