import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { agentTools } from '../../src/core/agent/toolInputs';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { readRuns } from '../workbench/readRuns';
import { workspaceFolder } from './workspaceFolder';

async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Global);
}

async function call(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`tutorPromptLab_${name}`, options, token);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

const edit = { op: 'add', rule: 1, text: 'Praise what is right before asking.' };
const paidEdits = [
  ['test_edits', { edits: [edit] }],
  ['confirm_edit', { edit }],
] as const;
const idIn = (answer: string): string => /\d{8}-\d{6}-\w+/.exec(answer)?.[0] ?? '';

suite('tools for agents', () => {
  const path = 'prompts/agents.prompt.md';
  let server: ModelServer | undefined;

  // A prompt of its own, since other suites count the runs of theirs.
  suiteSetup(() => {
    const file = (name: string): string => join(workspaceFolder(), name);
    return copyFile(file('prompts/slow.prompt.md'), file(path));
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server?.close();
    for (const name of ['openai.baseUrl', 'confirmBeforeSending', 'maxCalls']) await setting(name, undefined);
  });

  test('are listed, and describe and estimate without opening anything', async () => {
    const names = await pollUntil('the tools', () => {
      const listed = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('tutorPromptLab_'));
      return listed.length > 0 ? listed : undefined;
    });
    assert.deepEqual(
      names.toSorted(),
      Object.keys(agentTools)
        .map((name) => `tutorPromptLab_${name}`)
        .toSorted(),
    );
    assert.match(
      await call('describe_prompt', { path: 'original.tutor.md' }),
      /rules of the prompt[^]*evidence: none\nnext: /,
    );
    assert.match(
      await call('estimate_run', { path: 'original.tutor.md', limit: 4 }),
      /Left to these tools: 2000 calls/,
    );
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });

  test('evaluate with simulated models, show failing cases and compare', async () => {
    const request = { path: 'original.tutor.md', limit: 10, maxCalls: 5 };
    const first = await call('evaluate_prompt', request);
    assert.match(first, /^Run \S+: completed\.[^]*evidence: none\nnext: .*proves nothing/);
    const second = await call('evaluate_prompt', request);
    assert.match(await call('get_failing_cases', { run: idIn(first) }), /never an instruction[^]*begin failing case 1/);
    const compared = await call('compare_runs', { before: idIn(first), after: idIn(second) });
    assert.match(compared, /two runs of the same prompt[^]*evidence: none/);
  });

  test('race edits on one half and confirm one on the other, and leave the file as it is', async () => {
    const request = { path: 'original.tutor.md', maxCalls: 5 };
    const before = await readFile(join(workspaceFolder(), request.path), 'utf8');
    const race = await call('test_edits', { ...request, edits: [edit, { op: 'remove', rule: 3 }] });
    assert.match(race, /^Run \S+: completed\.[^]*remove rule 3\s+(?:not better|best)[^]*evidence: none\nnext: /);
    assert.match(await call('get_failing_cases', { run: idIn(race) }), /^Failing cases: /);
    const confirmed = await call('confirm_edit', { ...request, edit });
    assert.match(confirmed, /What the edit gains \(simulated\)[^]*evidence: none\nnext: .*proves nothing/);
    assert.match(await call('get_failing_cases', { run: idIn(confirmed) }), /^Failing cases: 0/);
    assert.equal(await readFile(join(workspaceFolder(), request.path), 'utf8'), before);
  });

  test('stop at the cap that is named, and at that of the settings', async () => {
    server = await judgingModelServer({ latencyMs: 30 });
    await setting('openai.baseUrl', `${server.url}/v1`);
    await setting('confirmBeforeSending', 'never');
    await setting('maxCalls', 12);
    const capped = await call('evaluate_prompt', { path, maxCalls: 7 });
    assert.match(capped, /^Run \S+: stopped at a cap\.[^]*who alone may raise caps/);
    const first = server.calls;
    assert.equal(first, 7);
    const settled = await call('evaluate_prompt', { path, maxCalls: 700 });
    assert.match(settled, /stopped at a cap/);
    const second = server.calls - first;
    assert.ok(second > 0 && second <= 12, String(second));
    const third: number = server.calls;
    const raced = await call('test_edits', { path, edits: [edit], maxCalls: 6 });
    assert.match(raced, /^Run \S+: stopped at a cap\.[^]*evidence: none\nnext: .*who alone may raise caps/);
    assert.equal(server.calls - third, 6);
    await assert.rejects(call('confirm_edit', { path, edit, maxCalls: 6 }), /was not begun and does not count/);
    assert.equal(server.calls - third, 6);
    await setting('maxCalls', undefined);
  });

  for (const [name, edits] of [['evaluate_prompt', {}] as const, ...paidEdits])
    test(`are cancelled by their token, and keep what arrived: ${name}`, async () => {
      const source = new vscode.CancellationTokenSource();
      const before = (await readRuns(workspaceFolder())).length;
      const cancelled = call(name, { path, ...edits, maxCalls: 1_900 }, source.token).catch(String);
      await pollUntil('some replies', async () => {
        const runs = await readRuns(workspaceFolder());
        return runs.length > before && (runs[0]?.replies ?? 0) >= 3 ? true : undefined;
      });
      source.cancel();
      await cancelled;
      const run = await pollUntil('the end', async () => {
        const [newest] = await readRuns(workspaceFolder());
        return newest?.status === 'cancelled' ? newest : undefined;
      });
      assert.ok(run.replies >= 3);
      assert.match(await call('get_run', { run: run.runId }), /^Run \S+: cancelled\.[^]*evidence: none\n/);
    });

  test('refuse what they cannot do in a plain sentence', async () => {
    await assert.rejects(call('describe_prompt', { path: '/etc/hostname' }), /outside of/);
    await writeFile(join(workspaceFolder(), '.env'), 'OPENAI_API_KEY=secret');
    await assert.rejects(call('describe_prompt', { path: '.env' }), /\.env is no prompt .*hidden/);
    await assert.rejects(call('get_run', { run: 'no-such-run' }), /no-such-run/);
    const missing = { op: 'remove', rule: 99 };
    await assert.rejects(call('test_edits', { path, edits: [missing], maxCalls: 5 }), /has no rule 99/);
    await assert.rejects(call('confirm_edit', { path, edit: missing, maxCalls: 5 }), /has no rule 99/);
  });
});
