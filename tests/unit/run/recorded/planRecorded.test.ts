import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../../src/core/benchmark/benchmark';
import { messagesForTurn } from '../../../../src/core/benchmark/dialogue';
import { defaultPolicy } from '../../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../../src/core/benchmarks/registry';
import { planRejudge } from '../../../../src/core/history/planRejudge';
import { sessionOfRun } from '../../../../src/core/history/sessionOfRun';
import { readPromptFile } from '../../../../src/core/prompt/promptFile';
import { buildReport } from '../../../../src/core/results/buildReport';
import { loadSamples } from '../../../../src/core/run/loadSamples';
import { planRun, type RunRequest } from '../../../../src/core/run/planRun';
import { planRecorded, RecordedRepliesError, unnamedTutor } from '../../../../src/core/run/recorded/planRecorded';
import { createRunSession } from '../../../../src/core/run/runSession';
import { alterations } from '../../../../src/core/store/storedSamples';
import { repositoryRoot } from '../../repository/markdownPage';

const offline = { provider: 'offline', model: 'default', simulated: true };

function requestFor(benchmark: Benchmark, prompt = 'Be a tutor.'): RunRequest {
  const text = readFileSync(path.join(repositoryRoot, 'starter-sets', benchmark.starterSet), 'utf8');
  const loaded = { ...loadSamples(benchmark, { name: benchmark.starterSet, text }), images: [] };
  return {
    runId: 'recorded',
    createdAt: '2026-01-01T00:00:00.000Z',
    toolVersion: '0',
    prompt: readPromptFile('tutor.md', prompt),
    promptName: 'tutor.md',
    benchmarks: [{ benchmark, loaded, source: { kind: 'starter', name: benchmark.starterSet, format: 'own' } }],
    tutor: unnamedTutor,
    judges: [offline],
    student: undefined,
    seed: 1,
    limit: undefined,
    repeats: undefined,
    placement: undefined,
    policy: defaultPolicy,
  };
}

/** What a tutor says in the test, another thing at each turn of each sample. */
function saidTo(sample: string, turn: number): string {
  return `Look at ${sample} again, turn ${turn}.`;
}

function itemsOf(request: RunRequest) {
  const { manifest, samples } = planRun({ ...request, repeats: 1 }, benchmarks);
  const session = createRunSession(manifest, samples, benchmarks);
  return session.items.map((item) => {
    const plan = session.planOf(item);
    const replies = plan.studentTurns.map((_, index) => saidTo(item.sample.id, index + 1));
    return { item, plan, replies };
  });
}

function lines(values: readonly object[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

describe.each([...benchmarks.values()])('recorded replies to $title', (benchmark) => {
  const request = requestFor(benchmark);
  const items = itemsOf(request);
  const expected = items.flatMap(({ item, replies }) => replies.map((raw, index) => [item.key, index + 1, raw]));

  it('are judged in their places, by id and turn', () => {
    const file = lines(
      items.flatMap(({ item, replies }) =>
        replies.map((reply, index) => ({ sample: item.sample.id, turn: index + 1, reply })),
      ),
    );
    const planned = planRecorded(request, { name: 'r.jsonl', text: file }, benchmarks);
    expect(planned.problems).toEqual([]);
    expect(planned.records.map(({ item, turn, raw }) => [item, turn, raw])).toEqual(expected);
    expect(planned.manifest.recorded).toEqual({
      name: 'r.jsonl',
      format: 'replies, JSON lines',
      missing: 0,
      unused: 0,
    });
    expect(alterations(planned.manifest, planned.samples)).toEqual([]);
  });

  it('are found by the conversation that a tutor was sent', () => {
    const chats = items.map(({ plan, replies }) => {
      const turns = plan.studentTurns.length;
      const before = replies.map((visible, index) => ({
        turn: index + 1,
        raw: visible,
        visible,
        finish: 'stop' as const,
      }));
      const last = { role: 'assistant', content: replies.at(-1) };
      return { messages: [{ role: 'system', content: plan.system }, ...messagesForTurn(plan, before, turns), last] };
    });
    const plan = () => planRecorded(request, { name: 'chats.json', text: JSON.stringify(chats) }, benchmarks);
    if (benchmark.id === 'socratesbench') {
      // Its problem is in the system message, and the student's words are the same for all tasks.
      expect(plan).toThrow(/samples begin like this: so-.*Give the id in “sample”/);
      return;
    }
    const planned = plan();
    // Samples that begin alike, as the two of a contrastive pair may, are named and not guessed at.
    const alike = planned.problems.filter(({ message }) => message.includes('samples begin like this')).length;
    expect(planned.problems).toHaveLength(alike);
    const found = new Map(planned.records.map(({ item, turn, raw }) => [`${item} ${turn}`, raw]));
    for (const [item, turn, raw] of expected) {
      const reply = found.get(`${item} ${turn}`);
      if (reply !== undefined) expect(reply).toBe(raw);
    }
    expect(new Set(planned.records.map(({ item }) => item)).size).toBe(items.length - alike);
    expect(planned.records.length).toBeGreaterThan(0);
  });
});

const mrBench = benchmarks.get('mrbench') ?? expect.fail('there is no MRBench');
const request = requestFor(mrBench);
const [first, second, third] = itemsOf(request).map(({ item }) => item.sample);
const ids = [first, second, third].map((sample) => sample?.id ?? '');

describe('planRecorded', () => {
  it('finds an MRBench dialogue that a chat goes through turn by turn', () => {
    const dialogue = first && mrBench.dialogueOf?.(first);
    const text = JSON.stringify([{ messages: [...(dialogue ?? []), { role: 'assistant', content: 'Look  again.' }] }]);
    const { records } = planRecorded(request, { name: 'c', text }, benchmarks);
    expect(records.map(({ item, raw }) => [item, raw])).toEqual([[`mrbench/${ids[0]}#0`, 'Look  again.']]);
  });

  it('names what fits no sample, a second reply and a further trial, and uses the rest', () => {
    const text = lines([
      { sample: ids[0], reply: 'a' },
      { sample: ids[0], reply: 'a' },
      { sample: ids[0], reply: 'b' },
      { sample: 'nobody', reply: 'c' },
      { sample: ids[1], repeat: 1, reply: 'd' },
      { sample: ids[1], turn: 2, reply: 'e' },
      {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hi' },
        ],
      },
      { sample: ids[1], messages: [{ role: 'user', content: 'hi' }] },
      { sample: ids[2], reply: '' },
    ]);
    const { problems, manifest, records, samples } = planRecorded(request, { name: 'r', text }, benchmarks);
    expect(problems.map(({ record, message }) => `${record} ${message}`)).toEqual([
      '3 Record 1 has another reply to the same turn of this sample. Put further replies into a file of their own.',
      '4 No sample in use has the id “nobody”. Check the id, the benchmark and the sample file.',
      '5 It is another reply to its sample. Put further replies into a file of their own.',
      '6 Its sample has 1 tutor turn.',
      '7 No sample begins with this conversation, word for word. Give the sample’s id in “sample” or “metadata”.',
      '8 It must end with the tutor’s reply and have 1 reply to the sample.',
    ]);
    expect(records.map(({ raw }) => raw)).toEqual(['a', '']);
    const all = request.benchmarks[0]?.loaded.samples.length ?? 0;
    expect(manifest.recorded).toMatchObject({ missing: all - 2, unused: 6 });
    expect(samples).toHaveLength(2);
  });

  it('leaves a dialogue out that lacks a reply, and names the turn', () => {
    const skills = benchmarks.get('socratesbench') ?? expect.fail('there is no SocratesBench');
    const several = requestFor(skills);
    const [one, other] = itemsOf(several);
    const all = one?.replies.map((reply) => ({ sample: one.item.sample.id, reply })) ?? [];
    const some = other?.replies.slice(0, 1).map((reply) => ({ sample: other.item.sample.id, reply })) ?? [];
    const planned = planRecorded(several, { name: 'r', text: lines([...all, ...some]) }, benchmarks);
    expect(new Set(planned.records.map(({ item }) => item))).toEqual(new Set([one?.item.key]));
    expect(planned.records.map(({ turn }) => turn)).toEqual(all.map((_, index) => index + 1));
    expect(planned.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/turns, and the reply to turn 2 is missing, so the sample is left out\.$/),
    ]);
  });

  it('takes a seeded sample of what was recorded', () => {
    const text = lines(ids.map((sample) => ({ sample, reply: 'r' })));
    const planned = planRecorded({ ...request, limit: 2 }, { name: 'r', text }, benchmarks);
    expect([planned.samples.length, planned.records.length, planned.manifest.limit]).toEqual([2, 2, 2]);
    expect(planned.manifest.recorded?.missing).toBe((request.benchmarks[0]?.loaded.samples.length ?? 0) - 3);
  });

  it.each<[string, RegExp]>([
    ['', /^r: The file is empty/],
    ['{"sample":"nobody","reply":"r"}', /^r: no reply to a MRBench sample\. Record 1: No sample in use/],
    ['{"kind":"status","at":""}', /It holds none\.$/],
  ])('refuses %j, which has no reply that could be judged', (text, message) => {
    const plan = () => planRecorded(request, { name: 'r', text }, benchmarks);
    expect(plan).toThrow(RecordedRepliesError);
    expect(plan).toThrow(message);
  });

  it('minds no variable of a prompt that goes to nobody', () => {
    const own = requestFor(mrBench, 'Speak to {{student_name}}.');
    expect(() => planRun(own, benchmarks)).toThrow(/student_name/);
    const text = lines([{ sample: ids[0], reply: 'r' }]);
    expect(planRecorded(own, { name: 'r', text }, benchmarks).records).toHaveLength(1);
  });

  it('makes a run that says where its replies came from, that is judged again and never played', () => {
    const text = lines([
      { sample: ids[0], reply: 'r' },
      { sample: 'nobody', reply: 'r' },
    ]);
    const planned = planRecorded(request, { name: 'r.jsonl', text }, benchmarks);
    const stored = { ...planned, problems: [] };
    const report = buildReport(sessionOfRun(stored, benchmarks));
    const all = request.benchmarks[0]?.loaded.samples.length ?? 0;
    expect(report.warnings.find(({ kind }) => kind === 'recorded')?.message).toBe(
      `The replies were recorded elsewhere (r.jsonl); no tutor was asked for them. ${all - 1} samples have no recorded reply and are not in this run. 1 record of the file is not used.`,
    );
    expect(report.run.totals.cost).toMatchObject({ usd: 0, unknownModels: [] });
    const making = { runId: 'again', createdAt: request.createdAt, toolVersion: '0' };
    const again = planRejudge(stored, [offline], making, benchmarks);
    expect(again.records.map(({ kind }) => kind)).toEqual(['reply']);
    expect(again.manifest.recorded).toEqual(planned.manifest.recorded);
  });
});
