import { describe, expect, it } from 'vitest';
import { RunState } from '../../../src/core/run/runState';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { buildReport } from '../../../src/core/results/buildReport';
import { headerFacts } from '../../../src/core/results/headerFacts';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { scriptedToy, unsaid } from '../../toyBenchmarks/scriptedToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError, untilAborted } from './fakeProvider';
import { resumeRun, startRun, toyManifest } from './toyRun';
import { callCounts } from '../../callCounts';

const samples = [{ id: 'task', script: ['Help me.', 'line 2', 'line 3'], answer: '7' }];
const base = { benchmark: scriptedToy, samples, studentModel: 'student' };
const usage = (input: number) => ({ input, output: 1, cachedInput: 0 });

/** What each role was asked; the student thinks aloud, which nobody may hear. */
function conversation(change: (request: ChatRequest, role: string) => void = () => undefined): FakeProvider {
  return new FakeProvider((request) => {
    const role = isJudgeCall(request) ? 'judge' : request.model;
    change(request, role);
    const place = request.messages.length;
    if (role === 'judge') return { text: defaultAnswer(request), finish: 'stop', usage: usage(1_000) };
    if (role === 'student')
      return { text: `<think>secret</think>student says ${place}`, finish: 'stop', usage: usage(10) };
    return { text: `tutor says ${place}`, finish: 'stop', usage: usage(100) };
  });
}

const callsOf = ({ requests }: FakeProvider, model: string): readonly ChatRequest[] =>
  requests.filter((request) => request.model === model);
const lines = ({ messages }: ChatRequest): string[] => messages.map(({ role, content }) => `${role}: ${content}`);
const kinds = (records: readonly RunRecord[]): string[] =>
  records.flatMap((record) => ('turn' in record ? [`${record.kind} ${record.turn}`] : []));

describe('a student played by a model', () => {
  it('sees the dialogue from its own side, the cue last, and nothing twice', async () => {
    const provider = conversation();
    const { status } = await startRun({ ...base, provider });
    expect(status.status).toBe('completed');
    const asked = callsOf(provider, 'student');
    expect(asked.map(lines)).toEqual([
      ['user: Begin.', 'assistant: Help me.', 'user: tutor says 1\n\n[Press 2.]'],
      [
        'user: Begin.',
        'assistant: Help me.',
        'user: tutor says 1',
        'assistant: student says 3',
        'user: tutor says 3\n\n[Press 3.]',
      ],
    ]);
    for (const request of asked) {
      expect(request).toMatchObject({ system: 'You are the student of task.', maxOutputTokens: 50 });
      expect(request.schema).toBeUndefined();
    }
  });

  it('is heard by the tutor, without its thoughts, and stands in the journal in order', async () => {
    const provider = conversation();
    const { records, session } = await startRun({ ...base, provider });
    expect(callsOf(provider, 'tutor').map(lines)).toEqual([
      ['user: Help me.'],
      ['user: Help me.', 'assistant: tutor says 1', 'user: student says 3'],
      [
        'user: Help me.',
        'assistant: tutor says 1',
        'user: student says 3',
        'assistant: tutor says 3',
        'user: student says 5',
      ],
    ]);
    expect(JSON.stringify(provider.requests)).not.toContain('secret');
    expect(JSON.stringify(provider.requests)).not.toContain(unsaid);
    expect(kinds(records)).toEqual(['reply 1', 'student 2', 'reply 2', 'student 3', 'reply 3']);
    expect(records.flatMap((record) => (record.kind === 'student' ? [record.raw] : []))).toEqual([
      '<think>secret</think>student says 3',
      '<think>secret</think>student says 5',
    ]);
    const [item] = session.items;
    const { plan } = session.state.item(item!.key).dialogue(session.planOf(item!));
    expect(plan.studentTurns.map(({ content }) => content)).toEqual(['Help me.', 'student says 3', 'student says 5']);
  });

  it('is counted and priced under its own model, and named in the report', async () => {
    const { session } = await startRun({ ...base, repeats: 2, provider: conversation() });
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: 6, studentCalls: 4, judgeCalls: 8, replies: 6 });
    expect(Object.fromEntries([...session.state.uses.values()].map(({ model, input }) => [model, input]))).toEqual({
      'fake:tutor': 600,
      'fake:student': 40,
      'fake:judge': 8_000,
    });
    const report = buildReport(session);
    expect(report.run).toMatchObject({
      student: 'fake:student',
      totals: { calls: { tutor: 6, student: 4, judge: 8 } },
    });
    const facts = new Map(headerFacts(report).map(({ label, value }) => [label, value]));
    expect(facts.get('Student')).toBe('fake:student');
    expect(facts.get('Calls')).toContain('4 student');
  });

  it('leaves no trace in a scripted run', async () => {
    const provider = conversation();
    const { session, records } = await startRun({ benchmark: scriptedToy, samples, provider });
    expect(callsOf(provider, 'student')).toEqual([]);
    expect(records.some(({ kind }) => kind === 'student')).toBe(false);
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: 3, studentCalls: 0 });
    const { run } = buildReport(session);
    expect(run.student).toBeUndefined();
    expect(run.totals.calls.student).toBeUndefined();
    expect(callsOf(provider, 'tutor').at(-1)?.messages.at(-1)?.content).toBe('line 3');
  });

  it('that fails ends its dialogue and leaves the run incomplete; a resume goes on there', async () => {
    let broken = true;
    const provider = conversation((request, role) => {
      if (broken && role === 'student' && request.messages.length === 5) throw providerError('badRequest', 'No words.');
    });
    const options = { ...base, provider };
    const first = await startRun(options);
    expect(first.status.status).toBe('incomplete');
    expect(first.records.filter(({ kind }) => kind === 'failed')).toMatchObject([{ role: 'student', turn: 3 }]);
    const [item] = first.session.items;
    expect(first.session.state.item(item!.key).dialogue(first.session.planOf(item!))).toMatchObject({
      status: 'failed',
      failure: { turn: 3, reason: 'No words.' },
    });
    expect(provider.requests.some(isJudgeCall)).toBe(false);
    broken = false;
    const calls = provider.requests.length;
    const second = await resumeRun({ ...options, store: first.store });
    expect(second.status.status).toBe('completed');
    expect(
      provider.requests
        .slice(calls)
        .map(({ model }) => model)
        .slice(0, 2),
    ).toEqual(['student', 'tutor']);
    expect(provider.requests).toHaveLength(calls + 2 + 4);
  });

  it('that says nothing aloud is asked again and then given up', async () => {
    const provider = new FakeProvider((request) =>
      request.model === 'student' ? '<think>What a bore.</think>' : defaultAnswer(request),
    );
    const { status, records } = await startRun({ ...base, provider });
    expect(status.status).toBe('incomplete');
    expect(records.filter(({ kind }) => kind === 'failed')).toMatchObject([
      { role: 'student', turn: 2, failure: 'badResponse', message: expect.stringMatching(/said nothing/) as string },
    ]);
  });

  it('that the run does not name is a run that fails with a sentence', async () => {
    const policy = { student: 'model' } as const;
    const { status } = await startRun({ benchmark: scriptedToy, samples, provider: conversation(), policy });
    expect(status).toMatchObject({ status: 'failed', detail: 'The run names no model for the student.' });
  });
});

describe('a run with a modelled student, cut off', () => {
  const many = ['x', 'y'].map((id) => ({ ...samples[0]!, id }));
  const options = { ...base, samples: many };

  /** A store that holds the run with these records only. */
  async function storeWith(records: readonly RunRecord[]): Promise<MemoryRunStore> {
    const store = new MemoryRunStore();
    const stored = many.map((sample) => ({ benchmark: scriptedToy.id, sample }));
    const writer = await store.create(toyManifest(options), stored);
    for (const record of records) await writer.append(record);
    await writer.close();
    return store;
  }

  const said = (records: readonly RunRecord[]): string[] =>
    records
      .flatMap((record) =>
        record.kind === 'reply' || record.kind === 'student'
          ? [`${record.item} ${record.kind} ${record.turn}: ${record.raw}`]
          : record.kind === 'judged'
            ? [`${record.item} ${record.key}: ${JSON.stringify(record.verdicts)}`]
            : [],
      )
      .sort();

  it('after any record reaches the same end, nothing asked twice', async () => {
    const whole = await startRun({ ...options, provider: conversation() });
    const planned = said(whole.records);
    // Two plays: three replies, two turns of the student, one judge of the whole and one of each reply.
    expect(planned).toHaveLength(2 * (3 + 2 + 1 + 3));
    for (let length = 0; length <= whole.records.length; length += 1) {
      const kept = whole.records.slice(0, length);
      const provider = conversation();
      const { records, status } = await resumeRun({ ...options, provider, store: await storeWith(kept) });
      expect(status.status).toBe('completed');
      expect(said(records)).toEqual(planned);
      expect(provider.requests).toHaveLength(planned.length - said(kept).length);
    }
  });

  it('between student and tutor asks the tutor next', async () => {
    const controller = new AbortController();
    const first = new FakeProvider((request, _index, signal) => {
      if (request.model === 'student') return 'my words';
      return request.messages.length > 1 ? untilAborted(signal) : 'tutor speaks';
    });
    const running = startRun({ ...base, provider: first }, { signal: controller.signal });
    await expect.poll(() => callsOf(first, 'tutor').length).toBe(2);
    controller.abort();
    const stopped = await running;
    expect(kinds(stopped.records)).toEqual(['reply 1', 'student 2']);
    const provider = conversation();
    await resumeRun({ ...base, provider, store: stopped.store });
    expect(provider.requests[0]).toMatchObject({ model: 'tutor' });
    expect(lines(provider.requests[0]!)).toEqual(['user: Help me.', 'assistant: tutor speaks', 'user: my words']);
    expect(callsOf(provider, 'student')).toHaveLength(1);
  });

  it('after a failure that was made good reads as unfinished, and the first words of a turn count', async () => {
    const failing = conversation((_request, role) => {
      if (role === 'student') throw providerError('badRequest');
    });
    const failed = await startRun({ ...base, provider: failing });
    const whole = await startRun({ ...base, provider: conversation() });
    const spoken = whole.records.filter((record) => record.kind === 'student' && record.turn === 2);
    const twice = spoken.flatMap((record) => (record.kind === 'student' ? [record, { ...record, raw: 'later' }] : []));
    const { session } = whole;
    const [item] = session.items;
    const dialogue = (records: readonly RunRecord[]) =>
      new RunState(session.manifest, records).item(item!.key).dialogue(session.planOf(item!));
    expect(dialogue(failed.records).status).toBe('failed');
    const mended = dialogue([...failed.records, ...twice]);
    expect(mended.status).toBe('unfinished');
    expect(mended.plan.studentTurns[1]?.content).toBe('student says 3');
  });
});
