import { describe, expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { calibrationSession, type CalibrationSession } from '../../../src/core/trust/calibrationSession';
import { keepTrustCards } from '../../../src/core/trust/calibrationResult';
import { planCalibration } from '../../../src/core/trust/planCalibration';
import { judgeCardDetail } from '../../../src/core/report/judgesView';
import { trustCardSchema, type TrustCard } from '../../../src/core/benchmark/trustCard';
import { trustCard } from '../trust/trustCards';

const replies = ['Count again.', 'Well done!', 'It is 12.'];

/** Three labelled replies, and what a judge said of them; `undefined` is a failure. */
function calibration(
  said: readonly (string | undefined)[],
  status: 'completed' | 'cancelled' = 'completed',
  chosen?: true,
): CalibrationSession {
  const samples = replies.map((_, place) =>
    mrBench.sampleSchema.parse({
      system: 'mrbench',
      id: `d${place}`,
      source: 'MathDial',
      history: [{ role: 'student', content: `It is ${place}.` }],
    }),
  );
  const human = ['Yes', 'No', 'No'];
  const { notes, ...planned } = planCalibration(
    mrBench,
    {
      name: 'mrbench.jsonl',
      format: 'hand-labels',
      problems: [],
      notes: [],
      samples: samples.map((sample, place) => ({
        sample,
        gold: [
          {
            tutor: 'Novice',
            replies: [replies[place] ?? ''],
            labels: [
              {
                judge: 'actionability',
                unit: 'reply',
                label: human[place] ?? '',
                reason: 'So I say.',
                by: ['Ada', 'Bo'],
                // Of one reply is enough.
                ...(place === 1 && chosen === true ? { chosen } : {}),
              },
            ],
          },
        ],
      })),
    },
    { samples, images: [], format: 'hand-labels', problems: [] },
    {
      runId: '20260304-050607-abcd',
      createdAt: '2026-03-04T05:06:07.000Z',
      toolVersion: '0.1.0',
      judges: [{ provider: 'openai', model: 'm', simulated: false }],
      seed: 1,
      limit: undefined,
      batch: false,
    },
  );
  expect(notes).toEqual([]);
  const session = calibrationSession({ ...planned, records: [], problems: [] }, benchmarks);
  const at = '2026-03-04T05:06:08.000Z';
  session.items.forEach(({ key: item }, place) => {
    const label = said[place];
    const verdict = { judge: 'actionability', unit: 'reply' as const };
    session.state.apply({
      kind: 'judged',
      item,
      at,
      calls: 1,
      cached: 0,
      retries: 0,
      ms: 1,
      judgeModel: 'openai:m',
      key: 'actionability',
      version: 'actionability@11111111',
      verdicts: [
        label === undefined
          ? { ...verdict, status: 'unscored' }
          : { ...verdict, status: 'ok', label, reasoning: 'It asks.' },
      ],
      attempts: [],
    });
  });
  session.state.apply({ kind: 'status', at, status });
  return session;
}

async function kept(session: CalibrationSession) {
  const cards: TrustCard[] = [];
  const store = {
    put: (card: TrustCard) => Promise.resolve(void cards.push(card)),
    read: () => Promise.resolve({ cards, problems: [] }),
  };
  return { ...(await keepTrustCards(session, store)), stored: cards };
}

describe('keepTrustCards', () => {
  it('keeps the cards of a calibration that is over', async () => {
    const { cards, stored, judges } = await kept(calibration(['Yes', 'Yes', 'No']));
    expect(stored.map(({ dimension, n }) => [dimension, n])).toEqual([['actionability', 3]]);
    expect(cards).toEqual(stored);
    expect(judges[0]?.judge).toBe('openai:m');
  });

  it('says on the card that replies were chosen by a verdict, so that nothing is corrected by it', async () => {
    const { stored } = await kept(calibration(['Yes', 'Yes', 'No'], 'completed', true));
    const [card] = stored;
    expect(card?.measuredOn).toBe('measured on replies that were chosen by a judge’s verdict');
    expect(trustCardSchema.parse(JSON.parse(JSON.stringify(card)))).toEqual(card);
    const [plain] = (await kept(calibration(['Yes', 'Yes', 'No']))).stored;
    expect(plain).not.toHaveProperty('measuredOn');
  });

  it('keeps none of one that was cut off, and says what it found so far', async () => {
    const { stored, judges } = await kept(calibration(['Yes', 'Yes', 'No'], 'cancelled'));
    expect(stored).toEqual([]);
    expect(judges[0]?.dimensions[0]?.n).toBe(3);
  });
});

describe('judgeCardDetail', () => {
  const opened = (said: readonly (string | undefined)[]) => calibration(said);

  it('has the confusion matrix and each disagreement with both reasons, the reply and who labelled it', () => {
    const detail = judgeCardDetail(trustCard(), mrBench, opened(['No', 'Yes', undefined]));
    expect(detail.confusion).toEqual({
      labels: ['Yes', 'To some extent', 'No'],
      counts: [
        [0, 0, 1],
        [0, 0, 0],
        [1, 0, 0],
      ],
      failed: [0, 0, 1],
    });
    expect(detail.disagreements?.total).toBe(2);
    expect(detail.disagreements?.listed[0]).toEqual({
      quote: 'It is 0.',
      tutor: 'Novice',
      human: 'Yes',
      humanReason: 'So I say.',
      labelledBy: ['Ada', 'Bo'],
      judge: 'No',
      judgeReason: 'It asks.',
      reply: 'Count again.',
    });
  });

  it('goes by the card’s own counts where it has them', () => {
    const confusion = {
      labels: ['Yes', 'No'],
      counts: [
        [5, 1],
        [2, 7],
      ],
      failed: [0, 1],
    };
    const detail = judgeCardDetail(trustCard({ confusion }), mrBench, opened(['Yes', 'No', 'No']));
    expect(detail.confusion).toEqual(confusion);
    expect(detail.disagreements).toEqual({ total: 0, listed: [] });
  });

  it('says why there is nothing to read where the run is gone or is of other judges', () => {
    const gone = judgeCardDetail(trustCard(), mrBench, 'It was deleted.');
    expect(gone).toEqual({ problem: 'It was deleted.' });
    const other = judgeCardDetail(trustCard({ judge: 'openai:other' }), mrBench, opened(['Yes', 'No', 'No']));
    expect(other.problem).toContain('no longer has answers of this judge');
  });

  it('bounds what people and models wrote', () => {
    const session = calibration(['No', 'No', 'No']);
    const [gold] = session.gold.values();
    const long = 'x'.repeat(50_000);
    Object.assign(gold?.labels[0] ?? {}, { reason: long });
    Object.assign(gold ?? {}, { replies: [long], tutor: long });
    const [one] = judgeCardDetail(trustCard(), mrBench, session).disagreements?.listed ?? [];
    expect([one?.reply.length, one?.humanReason?.length, one?.tutor.length]).toEqual([4_000, 4_000, 300]);
  });
});
