import { describe, expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { cardKey, judgesView } from '../../../src/core/report/judgesView';
import type { JudgesView } from '../../../src/core/report/judgesViewModel';
import type { TrustCard } from '../../../src/core/store/trustCard';
import { trustCard } from '../calibration/trustCards';
import { mixedRun } from './reportFixture';

const present = mrBench.judges.find(({ id }) => id === 'actionability')?.version ?? '';

function view(cards: readonly TrustCard[]): JudgesView {
  return judgesView({ cards, benchmarks: benchmarks.values(), run: undefined, unfinished: [], problems: [] });
}

describe('judgesView', () => {
  it('has a judge for each model and benchmark, its dimensions in the benchmark’s order, and what is unchecked', () => {
    const { judges } = view([
      trustCard({ dimension: 'tutor_tone' }),
      trustCard(),
      trustCard({ benchmark: 'guideeval', dimension: 'P-Affirm' }),
      trustCard({ judge: 'openai:m at http://localhost:1/v1' }),
    ]);
    expect(judges.map(({ judge, benchmark }) => [benchmark, judge])).toEqual([
      ['guideeval', 'openai:m'],
      ['mrbench', 'openai:m'],
      ['mrbench', 'openai:m at http://localhost:1/v1'],
    ]);
    const [, own] = judges;
    expect(own?.checks[0]?.rows.map(({ dimension, title }) => [dimension, title])).toEqual([
      ['actionability', 'Actionability'],
      ['tutor_tone', mrBench.judges.find(({ id }) => id === 'tutor_tone')?.title],
    ]);
    expect(own?.unchecked).toHaveLength(mrBench.judges.length - 2);
    expect(own?.unchecked).not.toContain('Actionability');
  });

  it('counts the newest card of the wording in use, and says which cards are of another one', () => {
    const { judges } = view([
      trustCard({ runId: 'old', at: '2026-01-01T00:00:00.000Z', judgeVersion: present }),
      trustCard({ runId: 'mid', at: '2026-02-01T00:00:00.000Z', judgeVersion: present }),
      trustCard({ runId: 'new', at: '2026-03-01T00:00:00.000Z', judgeVersion: 'actionability@00000000' }),
    ]);
    const rows = judges[0]?.checks.map(({ runId, rows: [row] }) => [runId, row?.counts, row?.older]);
    expect(rows).toEqual([
      ['new', false, true],
      ['mid', true, false],
      ['old', false, false],
    ]);
  });

  it('takes a card of an own wording for no card of the built-in one', () => {
    const own = trustCard({ judgeVersion: 'actionability@99999999', ownWording: true });
    const { judges } = view([own]);
    expect(judges[0]?.checks[0]?.rows[0]).toMatchObject({ counts: false, older: true, ownWording: true });
    expect(judges[0]?.unchecked).toContain('Actionability');
    const both = view([
      own,
      trustCard({ judgeVersion: 'actionability@00000000', runId: 'x', at: '2025-01-01T00:00:00.000Z' }),
    ]);
    expect(both.judges[0]?.checks.map(({ rows: [row] }) => row?.counts)).toEqual([false, true]);
  });

  it('takes a card that comes with the program for one of the judge in use', () => {
    const shipped = trustCard({ judge: 'offline', runId: '', judgeVersion: 'learned@1234', heldOut: 120 });
    expect(view([shipped]).judges[0]?.checks[0]?.rows[0]).toMatchObject({ older: false, counts: true, heldOut: 120 });
  });

  it('leaves out figures that are not defined, and says why a judge is not to be relied on', () => {
    const beaten = { kappa: null, kappaCi: null, pearson: null, deviation: null, majority: null };
    const [row] = view([trustCard(beaten)]).judges[0]?.checks[0]?.rows ?? [];
    expect(row).toMatchObject({ status: 'beaten', reason: 'there is no label to compare with' });
    expect([row?.kappa, row?.kappaCi, row?.pearson, row?.majority]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const [good] = view([trustCard()]).judges[0]?.checks[0]?.rows ?? [];
    expect(good).toMatchObject({ status: 'checked', kappa: 0.41, majority: { label: 'Yes', agreement: 0.8 } });
  });

  it('lists the judges of the shown run first, also those that nobody has checked', () => {
    const run = mixedRun();
    const own = run.manifest.benchmarks.map(({ id }) => id);
    const all = [...run.items.map(({ benchmark }) => benchmark), ...benchmarks.values()];
    const { judges } = judgesView({
      cards: [trustCard({ judge: 'a:first' })],
      benchmarks: new Map(all.map((benchmark) => [benchmark.id, benchmark])).values(),
      run,
      unfinished: [],
      problems: [],
    });
    expect(judges[0]).toMatchObject({ benchmark: own[0], checks: [], inRun: expect.any(String) as string });
    expect(judges[0]?.unchecked.length).toBeGreaterThan(0);
    expect(judges.at(-1)).toMatchObject({ judge: 'a:first' });
    expect(judges.at(-1)?.inRun).toBeUndefined();
  });

  it('names each card apart', () => {
    const cards = [
      trustCard(),
      trustCard({ dimension: 'coherence' }),
      trustCard({ judge: 'openai:n' }),
      trustCard({ judgeVersion: 'actionability@22222222' }),
      trustCard({ runId: 'other' }),
      trustCard({ gold: { name: 'gold.json', format: 'mrbench', hash: `sha256:${'b'.repeat(64)}` } }),
    ];
    expect(new Set(cards.map(cardKey)).size).toBe(cards.length);
  });
});
