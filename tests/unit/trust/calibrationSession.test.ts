import { describe, expect, it } from 'vitest';
import type { GoldReply } from '../../../src/core/benchmark/goldReply';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Sample } from '../../../src/core/benchmark/samples';
import { trustCardSchema } from '../../../src/core/benchmark/trustCard';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { planRejudge } from '../../../src/core/history/planRejudge';
import { runManifestSchema } from '../../../src/core/store/runManifest';
import { calibrationResult, cardsOfCalibration } from '../../../src/core/trust/calibrationResult';
import { calibrationSession, type CalibrationSession } from '../../../src/core/trust/calibrationSession';
import { planCalibration } from '../../../src/core/trust/planCalibration';

const secret = 'PEOPLE SAY';

function sampleOf(id: string): Sample {
  return mrBench.sampleSchema.parse({
    system: 'mrbench',
    id,
    source: 'MathDial',
    history: [{ role: 'student', content: `It is ${id}.` }],
    references: { Expert: { response: secret, labels: {} } },
  });
}

function gold(reply: string, labels: Readonly<Record<string, string>>, tutor = 'GPT4'): GoldReply {
  return {
    tutor,
    replies: [reply],
    labels: Object.entries(labels).map(([judge, label]) => ({ judge, unit: 'reply', label, reason: secret })),
  };
}

const replies = [
  gold('Count again.', { actionability: 'Yes', coherence: 'No' }),
  gold('Well done!', { actionability: 'No' }, 'Novice'),
];

function session(tutor?: string): CalibrationSession {
  const samples = [sampleOf('6'), sampleOf('7')];
  const planned = planCalibration(
    mrBench,
    {
      name: 'gold.json',
      format: 'mrbench',
      problems: [],
      notes: [],
      samples: samples.map((sample, place) => ({ sample, gold: place === 0 ? replies : replies.slice(1) })),
    },
    { samples, images: [], format: 'mrbench', problems: [] },
    {
      runId: '20260304-050607-abcd',
      createdAt: '2026-03-04T05:06:07.000Z',
      toolVersion: '0.1.0',
      judges: [{ provider: 'openai', model: 'm', simulated: false }],
      seed: 1,
      limit: undefined,
      batch: false,
      tutor,
    },
  );
  return calibrationSession({ ...planned, records: [], problems: [] }, benchmarks);
}

function tasksOf(calibration: CalibrationSession, place: number): readonly JudgeTask[] {
  const item = calibration.items[place];
  if (item === undefined) throw new Error('There is no such item.');
  const dialogue = calibration.state.item(item.key).dialogue(calibration.planOf(item));
  return item.benchmark
    .judgements(item.sample, dialogue, [], calibration.policy)
    .flatMap((task) => ('prompt' in task ? [task] : []));
}

function judged(calibration: CalibrationSession, place: number, judge: string, label: string | undefined): void {
  const item = calibration.items[place]?.key ?? '';
  const verdict = { judge, unit: 'reply' as const };
  calibration.state.apply({
    kind: 'judged',
    item,
    at: '2026-03-04T05:06:08.000Z',
    calls: 1,
    cached: 0,
    retries: 0,
    ms: 1,
    judgeModel: 'openai:m',
    key: judge,
    version: `${judge}@11111111`,
    verdicts: [
      label === undefined ? { ...verdict, status: 'unscored' } : { ...verdict, status: 'ok', label, reasoning: 'So.' },
    ],
    attempts: [],
  });
}

describe('calibrationSession', () => {
  it('has a trial for each labelled reply, complete without asking anybody', () => {
    const calibration = session();
    expect(calibration.items.map(({ key }) => key)).toEqual(['mrbench/6#0', 'mrbench/6#1', 'mrbench/7#0']);
    for (const item of calibration.items) {
      const dialogue = calibration.state.item(item.key).dialogue(calibration.planOf(item));
      expect([dialogue.status, dialogue.replies[0]?.visible]).toEqual([
        'complete',
        calibration.gold.get(item)?.replies[0],
      ]);
    }
  });

  it('asks judges for what has a label, by the prompts of an evaluation, and shows them no label', () => {
    const calibration = session();
    expect(tasksOf(calibration, 0).map(({ key }) => key)).toEqual(['actionability', 'coherence']);
    expect(tasksOf(calibration, 1).map(({ key }) => key)).toEqual(['actionability']);
    const item = calibration.items[0];
    const dialogue = item && calibration.state.item(item.key).dialogue(calibration.planOf(item));
    if (item === undefined || dialogue === undefined) throw new Error('There is no item.');
    const usual = mrBench.judgements(mrBench.sampleSchema.parse(item.sample), dialogue, [], calibration.policy);
    for (const task of tasksOf(calibration, 0)) {
      expect(task.prompt).toEqual((usual.find(({ key }) => key === task.key) as JudgeTask).prompt);
      expect(JSON.stringify(task.prompt)).not.toContain(secret);
    }
  });

  it('lets nobody judge its replies again as a run', () => {
    const { manifest, items } = session();
    const samples = items.map(({ sample }) => ({ benchmark: 'mrbench' as const, sample }));
    const stored = { manifest, samples, records: [], problems: [] };
    const request = { runId: 'x', createdAt: '', toolVersion: '' };
    expect(() => planRejudge(stored, manifest.judges, request, benchmarks)).toThrow(/is a calibration/);
  });
});

describe('calibrationResult', () => {
  it('counts failures apart, leaves out what was not asked yet, and keeps both reasons', () => {
    const calibration = session();
    judged(calibration, 0, 'actionability', 'Yes');
    judged(calibration, 1, 'actionability', undefined);
    judged(calibration, 0, 'coherence', 'Yes');
    const [result] = calibrationResult(calibration);
    expect(result?.pending).toBe(1);
    expect(result?.dimensions.map(({ id, n, failed, agreement }) => [id, n, failed, agreement])).toEqual([
      ['actionability', 2, 1, 0.5],
      ['coherence', 1, 0, 0],
    ]);
    expect(result?.rated.find(({ dimension }) => dimension === 'coherence')).toMatchObject({
      tutor: 'GPT4',
      human: 'No',
      humanReason: secret,
      judge: 'Yes',
      judgeReason: 'So.',
      reply: 'Count again.',
    });
  });

  it('earns a card for each dimension in one wording, that fits its schema', () => {
    const calibration = session();
    judged(calibration, 0, 'actionability', 'Yes');
    judged(calibration, 1, 'actionability', 'No');
    const cards = cardsOfCalibration(calibration.manifest, calibrationResult(calibration));
    expect(cards.map(({ dimension, judgeVersion, judge, n }) => [dimension, judgeVersion, judge, n])).toEqual([
      ['actionability', 'actionability@11111111', 'openai:m', 2],
    ]);
    expect(cards.map((card) => trustCardSchema.parse(card))).toEqual(cards);
  });

  it('earns none by the replies of one tutor, also when it goes on later', () => {
    const calibration = session('GPT4');
    judged(calibration, 0, 'actionability', 'Yes');
    const manifest = runManifestSchema.parse(JSON.parse(JSON.stringify(calibration.manifest)));
    expect(manifest.calibration?.tutor).toBe('GPT4');
    expect(cardsOfCalibration(manifest, calibrationResult(calibration))).toEqual([]);
  });
});
