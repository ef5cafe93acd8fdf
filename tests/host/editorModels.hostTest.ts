import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import * as z from 'zod';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { createRunSession } from '../../src/core/run/runSession';
import { type ChatRequest, ProviderError } from '../../src/core/providers/provider';
import { buildReport } from '../../src/core/results/buildReport';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { EditorModels, listEditorModels } from '../../src/vscode/models/editorModels';
import { pollUntil } from '../workbench/pollUntil';
import { openInEditor, workspaceFolder } from './workspaceFolder';

const prompt = 'Ask one guiding question per turn. Never give the solution away.';
/** GuideEval’s samples are in pairs. */
const trials = 12;
const noSignal = new AbortController().signal;

const callSchema = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.number(),
      text: z.string(),
      images: z.array(z.object({ mimeType: z.string(), bytes: z.number() })),
    }),
  ),
  modelOptions: z.record(z.string(), z.unknown()),
  cancelled: z.boolean(),
});

/** What the extension behind the models has received for one of them. */
async function callsOf(model: string): Promise<readonly z.infer<typeof callSchema>[]> {
  return z.array(callSchema).parse(await vscode.commands.executeCommand('chatModels.calls', model));
}

async function ofUser(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Global);
}

function fileFor(tutor: string): string {
  return `prompts/of-${tutor}.prompt.md`;
}

/** Opens a prompt whose tutor is the named test model; its judge always answers. */
async function openPrompt(tutor: string): Promise<void> {
  const front = `benchmarks: guideeval\ntutor: vscode:lab-test/${tutor}\njudge: vscode:lab-test/teacher\nlimit: ${trials / 2}`;
  await writeFile(path.join(workspaceFolder(), fileFor(tutor)), `---\n${front}\n---\n${prompt}\n`);
  await openInEditor(fileFor(tutor));
}

/** The only run of that prompt, as the panel is drawn from it. */
async function runOf(tutor: string) {
  const store = new FileRunStore(path.join(workspaceFolder(), '.tutor-prompt-lab'));
  const listings = await store.list();
  const listing = listings.find((one) => one.kind === 'run' && one.manifest.prompt.path === fileFor(tutor));
  if (listing?.kind !== 'run') return undefined;
  const { manifest, samples: used, records } = await store.open(listing.id);
  const report = buildReport(createRunSession(manifest, used, benchmarks, records), { resamples: 100 });
  return { records, report };
}

async function evaluated(tutor: string) {
  await openPrompt(tutor);
  await vscode.commands.executeCommand('tutorPromptLab.evaluate');
  const run = await runOf(tutor);
  assert.ok(run, `No run of ${tutor} is kept.`);
  const [benchmark] = run.report.benchmarks;
  assert.ok(benchmark);
  return { ...run, ...run.report.run, benchmark };
}

suite('models of VS Code', () => {
  suiteSetup(async () => {
    await ofUser('confirmBeforeSending', 'never');
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await ofUser('confirmBeforeSending', undefined);
  });

  test('are listed as references name them, with what a person chooses by', async () => {
    const listed = await listEditorModels();
    assert.deepEqual(
      listed.find(({ reference }) => reference === 'vscode:lab-test/teacher'),
      { reference: 'vscode:lab-test/teacher', name: 'Test teacher' },
    );
  });

  test('play tutor and judge from a prompt’s own front matter, without a key, and are scored', async () => {
    const { status, report, records, benchmark } = await evaluated('teacher');
    assert.equal(status, 'completed');
    assert.equal(benchmark.completed, trials);
    assert.equal(benchmark.coverage, 1);
    assert.ok(benchmark.blocks.some(({ metrics }) => metrics.some(({ value }) => value !== undefined)));
    const answers = records.filter((record) => record.kind === 'reply' || record.kind === 'judged');
    assert.ok(answers.length > 2 * trials);
    for (const record of answers) {
      assert.deepEqual(record.form, record.kind === 'judged' ? { structured: 'none' } : {});
      assert.equal(record.usage, undefined);
      assert.equal(record.cached, 0);
      assert.equal(record.model, 'test-family 7');
    }
    const warning = report.warnings.find(({ kind }) => kind === 'editorModel');
    assert.match(warning?.message ?? '', /^Not reproducible: vscode:lab-test\/teacher is a model of VS Code\./);
    const decoding = report.warnings.find(({ kind }) => kind === 'decoding');
    assert.match(decoding?.message ?? '', /takes no temperature.*no JSON format for answers/);
  });

  test('receive the prompt as the first message of the user, and nothing that is not documented', async () => {
    const calls = await callsOf('teacher');
    const ofTutor = calls.filter(({ messages }) => messages[0]?.text.includes(prompt));
    assert.equal(ofTutor.length, trials);
    const { User } = vscode.LanguageModelChatMessageRole;
    for (const { messages, modelOptions } of calls) {
      assert.equal(messages[0]?.role, User);
      assert.equal(messages.at(-1)?.role, User);
      assert.deepEqual(modelOptions, {});
    }
  });

  test('are asked anew each time: nothing of them is cached', async () => {
    const before = (await callsOf('teacher')).length;
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    assert.equal((await callsOf('teacher')).length, 2 * before);
  });

  test('that refuse a text are counted, and asked once for each', async () => {
    const { status, benchmark } = await evaluated('refusing');
    assert.equal(status, 'completed');
    assert.equal(benchmark.refused, trials);
    assert.equal((await callsOf('refusing')).length, trials);
  });

  test('that say nothing have no reply', async () => {
    assert.equal((await evaluated('silent')).benchmark.noReply, trials);
  });

  test('that block the extension end the run, with what to do', async () => {
    const { status, statusDetail } = await evaluated('blocked');
    assert.equal(status, 'failed');
    assert.match(
      statusDetail ?? '',
      /^vscode:lab-test\/blocked takes no more calls.*Wait or raise the plan, then resume/,
    );
    assert.ok((await callsOf('blocked')).length <= 2);
  });

  test('whose quota ends stop the run with the replies that there are', async () => {
    const { status, statusDetail, records } = await evaluated('spent');
    assert.equal(status, 'failed');
    assert.match(statusDetail ?? '', /quota of your plan is used up.*premium model quota/);
    const replies = records.filter(({ kind }) => kind === 'reply').length;
    assert.ok(replies >= 1 && replies <= 4, `${replies} replies`);
  });

  test('that are too busy are asked again', async () => {
    const { status, benchmark } = await evaluated('limited');
    assert.equal(status, 'completed');
    assert.equal(benchmark.completed, trials);
    assert.equal((await callsOf('limited')).length, trials + 1);
  });

  test('that vanish, or never were, are named', async () => {
    const vanished = await evaluated('vanishing');
    // Calls that were under way when it vanished may still be answered.
    const { length } = await callsOf('vanishing');
    assert.ok(length >= 3 && length < trials, `${length} calls`);
    assert.equal(vanished.benchmark.completed, length);
    assert.ok(
      vanished.report.warnings.some(({ message }) =>
        /vscode:lab-test\/vanishing is not among the models of VS Code now\..*Choose Models/.test(message),
      ),
    );
    const never = await evaluated('nobody');
    assert.equal(never.status, 'failed');
    assert.match(never.statusDetail ?? '', /vscode:lab-test\/nobody is not among the models of VS Code now\./);
  });

  for (const tutor of ['slow', 'stuck']) {
    test(`that are ${tutor} are let go when the run is cancelled`, async () => {
      await openPrompt(tutor);
      const ended = vscode.commands.executeCommand('tutorPromptLab.evaluate');
      await pollUntil('a call', async () => ((await callsOf(tutor)).length > 0 ? true : undefined));
      await vscode.commands.executeCommand('tutorPromptLab.cancel');
      await ended;
      assert.equal((await runOf(tutor))?.report.run.status, 'cancelled');
      await pollUntil('the token of each call', async () =>
        (await callsOf(tutor)).every(({ cancelled }) => cancelled) ? true : undefined,
      );
      assert.ok((await callsOf(tutor)).length <= 2);
    });
  }

  test('see images where they can, and say so where they cannot', async () => {
    const request = (model: string): ChatRequest => ({
      model: `lab-test/${model}`,
      system: '',
      messages: [
        {
          role: 'user',
          content: 'What is this?',
          images: [{ url: `data:image/png;base64,${onePixel}`, mediaType: 'image/png' }],
        },
      ],
      maxOutputTokens: 100,
      repeat: 0,
      simulation: { seed: '', run: () => '' },
    });
    const models = new EditorModels();
    const { text } = await models.complete(request('teacher'), noSignal);
    assert.match(text, /Good thinking/);
    const [message] = (await callsOf('teacher')).at(-1)?.messages ?? [];
    assert.equal(message?.text, 'What is this?');
    assert.deepEqual(
      message.images.map(({ mimeType }) => mimeType),
      ['image/png'],
    );
    await assert.rejects(models.complete(request('silent'), noSignal), (error) =>
      ProviderError.is(error, 'imagesRefused'),
    );
  });
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
