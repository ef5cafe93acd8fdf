import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { LabelOptions } from '../../../src/core/labels/labellingView';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';

const at = '2026-03-01T10:00:00.000Z';
const call = { at, calls: 1, cached: 0, retries: 0, ms: 5 };

export const judgeA = 'openai:judge-a';
const judgeB = 'openai:judge-b';

/** What each judge says of a reply's actionability; `undefined` for a verdict that could not be read. */
export interface JudgedReply {
  readonly id: string;
  readonly a: string | undefined;
  readonly b?: string;
  readonly reply?: string;
}

function verdict(item: string, judge: string, judgeModel: string, label: string | undefined): RunRecord {
  const slot = { judge, unit: 'reply' as const };
  return {
    kind: 'judged',
    ...call,
    item,
    judgeModel,
    key: judge,
    version: `${judge}@1`,
    verdicts: [
      label === undefined
        ? { ...slot, status: 'unscored', problem: 'No readable verdict.' }
        : { ...slot, status: 'ok', label, reasoning: `Secret reason of ${judgeModel}.` },
    ],
    attempts: [{ text: '{}' }],
  };
}

/** A finished MRBench run with two decisions per reply: actionability as given, and a neutral tone. */
export function mrSession(replies: readonly JudgedReply[], change: Partial<RunManifest> = {}): RunSession {
  const isTwo = replies.some(({ b }) => b !== undefined);
  const model = (name: string) => ({ provider: 'openai', model: name, simulated: false });
  const manifest: RunManifest = {
    schemaVersion: 1,
    runId: 'run-1',
    createdAt: at,
    toolVersion: '0.1.0',
    prompt: { path: 'p.md', name: 'p.md', text: 'Secret prompt.', revision: `sha256:${'ab'.repeat(32)}` },
    tutor: model('secret-tutor'),
    judges: [model('judge-a'), ...(isTwo ? [model('judge-b')] : [])],
    seed: 1,
    policy: defaultPolicy,
    benchmarks: [
      {
        id: 'mrbench',
        protocol: mrBench.protocol,
        placement: 'own',
        repeats: 1,
        source: { kind: 'file', name: 'mr.jsonl', format: 'own' },
        dataHash: 'sha256:0',
        samples: replies.length,
        skipped: 0,
        judgeVersions: {},
      },
    ],
    ...change,
  };
  const samples = replies.map(({ id }) => ({
    benchmark: 'mrbench' as const,
    sample: {
      system: 'mrbench',
      id,
      source: 'MathDial',
      history: [{ role: 'student', content: `It is 6, says ${id}.` }],
      groundTruthSolution: '2 + 3 = 5',
    },
  }));
  const records = replies.flatMap(({ id, a, b, reply = `Count again, ${id}.` }): RunRecord[] => {
    const item = `mrbench/${id}#0`;
    if (reply === '') return [];
    return [
      { kind: 'reply', ...call, item, turn: 1, raw: reply, finish: 'stop' },
      verdict(item, 'actionability', judgeA, a),
      verdict(item, 'tutor_tone', judgeA, 'Neutral'),
      ...(b === undefined
        ? []
        : [verdict(item, 'actionability', judgeB, b), verdict(item, 'tutor_tone', judgeB, 'Neutral')]),
    ];
  });
  return createRunSession(manifest, samples, new Map([['mrbench', mrBench]]), records);
}

/** `count` replies that the judge finds actionable, and as many others as `no` says. */
export function yesAndNo(yes: number, no: number): readonly JudgedReply[] {
  return Array.from({ length: yes + no }, (_, place) => ({ id: `d${place}`, a: place < yes ? 'Yes' : 'No' }));
}

export const blindRows: LabelOptions = {
  benchmark: 'mrbench',
  dimension: '',
  mode: 'blind',
};
