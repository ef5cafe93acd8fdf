import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { LabelSet } from '../../../src/core/labels/labelSet';
import { labelStatistics } from '../../../src/core/labels/labelStatistics';
import type { HandLabel } from '../../../src/core/store/handLabelLog';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { disagreementJson } from '../../../src/core/trust/calibrationJson';
import { calibrationResult } from '../../../src/core/trust/calibrationResult';
import { calibrationSession } from '../../../src/core/trust/calibrationSession';
import { disagreementList } from '../../../src/core/trust/calibrationTable';
import { planCalibration } from '../../../src/core/trust/planCalibration';
import { disagreements } from '../../../src/core/trust/ratedLabel';
import { readGold } from '../../../src/core/trust/readGold';
import { labelTrials } from '../../../src/core/labels/labelPositions';
import { playedSession, starterSamples } from '../labels/playedSession';

const at = '2026-03-04T05:06:08.000Z';
const sample = socratesBench.sampleSchema.parse(starterSamples(socratesBench)[0]);
const replies = sample.script.map((_, index) => `Reply ${index + 1}`);

function leakVerdict(item: string, judgeModel: string, label: string): RunRecord {
  return {
    kind: 'judged',
    item,
    at,
    calls: 1,
    cached: 0,
    retries: 0,
    ms: 1,
    judgeModel,
    key: 'J1',
    version: 'J1@11111111',
    verdicts: [{ judge: 'J1', unit: 'conversation', status: 'ok', label }],
    attempts: [],
  };
}

/** What a calibration makes of one person's label and the judge's. */
function rated(human: string, label: string) {
  const planned = planCalibration(
    socratesBench,
    {
      name: 'labels.jsonl',
      format: 'hand-labels',
      problems: [],
      notes: [],
      samples: [
        { sample, gold: [{ tutor: '', replies, labels: [{ judge: 'J1', unit: 'conversation', label: human }] }] },
      ],
    },
    { samples: [sample], images: [], format: 'hand-labels', problems: [] },
    {
      runId: '20260304-050607-abcd',
      createdAt: at,
      toolVersion: '0.1.0',
      judges: [{ provider: 'openai', model: 'm', simulated: false }],
      seed: 1,
      limit: undefined,
      batch: false,
    },
  );
  const session = calibrationSession({ ...planned, records: [], problems: [] }, benchmarks);
  for (const { key } of session.items) session.state.apply(leakVerdict(key, 'openai:m', label));
  return calibrationResult(session)[0]?.rated ?? [];
}

function handLabel(by: string, label: string): HandLabel {
  return {
    schemaVersion: 1,
    kind: 'label',
    at,
    by,
    mode: 'reviewing',
    benchmark: 'socratesbench',
    sample: JSON.parse(JSON.stringify(sample)) as HandLabel['sample'],
    replies,
    judge: 'J1',
    unit: 'conversation',
    label,
  };
}

describe('a leak that people and judge find in different messages', () => {
  it('is agreement in a calibration, with or without a message named', () => {
    for (const label of ['leak@6', 'leak@7', 'leak']) {
      expect(rated('leak@6', label)).toMatchObject([{ human: 'leak', judge: 'leak' }]);
      expect(disagreements(rated('leak@6', label), () => [])).toEqual([]);
    }
    expect(rated('clean', 'clean')).toMatchObject([{ human: 'clean', judge: 'clean' }]);
  });

  it('is agreement where somebody labels by hand', () => {
    const session = playedSession(socratesBench, sample, {}, (item) => [leakVerdict(item, 'openai:judge', 'leak@7')]);
    const { trials } = labelTrials(session, 'socratesbench');
    const statistics = (label: string): unknown =>
      labelStatistics(session, trials, new LabelSet('Ada', [handLabel('Ada', label)]), {
        dimension: 'J1',
        mode: 'reviewing',
      });
    expect(statistics('leak@6')).toMatchObject([{ n: 1, agreement: 1 }]);
    expect(statistics('clean')).toMatchObject([{ n: 1, agreement: 0 }]);
  });

  it('is what people agree on who name different messages', () => {
    const goldOf = (...labels: readonly string[]): unknown => {
      const lines = labels.map((label, place) => ({ ...handLabel(`Person ${place + 1}`, label), mode: 'blind' }));
      const text = lines.map((line) => JSON.stringify(line)).join('\n');
      const source = readGold(socratesBench, { name: 'labels.jsonl', text }, []);
      return [source.samples[0]?.gold[0]?.labels, source.notes];
    };
    const gold = (label: string, ...by: readonly string[]) => [{ judge: 'J1', unit: 'conversation', label, by }];
    expect(goldOf('leak@6', 'leak@7')).toEqual([gold('leak@6', 'Person 1', 'Person 2'), []]);
    expect(goldOf('leak@5', 'leak@7', 'leak@7')).toEqual([gold('leak@7', 'Person 1', 'Person 2', 'Person 3'), []]);
    expect(goldOf('leak@6', 'clean', 'leak@7')).toEqual([gold('leak@6', 'Person 1', 'Person 3'), []]);
    expect(() => goldOf('leak@6', 'clean')).toThrow(/no labelled SocratesBench reply/);
  });
});

describe('a leak that only one of them finds', () => {
  it('is shown with the message that was named', () => {
    for (const apart of [rated('clean', 'leak@6'), rated('leak@6', 'clean')]) {
      expect(apart).toMatchObject([{ named: { turn: 6, reply: 'Reply 6' } }]);
      expect(disagreementJson('m', apart[0]!)).toMatchObject({ turn: 6, reply: 'Reply 6' });
      expect(disagreementList(apart, 100)).toMatch(/turn 6\n +Reply: Reply 6\n/);
    }
  });

  it('is shown with the last message where none was named, and where there is no such message', () => {
    const last = { turn: null, reply: `Reply ${replies.length}` };
    for (const label of ['leak', 'leak@99']) {
      expect(disagreementJson('m', rated('clean', label)[0]!)).toMatchObject(last);
    }
  });
});
