import { describe, expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { cardKey, judgesView } from '../../../src/core/report/judgesView';
import type { JudgesView } from '../../../src/core/report/judgesViewModel';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import { trustCard } from '../trust/trustCards';
import { mixedRun, offlineModel } from './reportFixture';

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

  it('takes a card of a custom prompt for no card of the built-in one', () => {
    const own = trustCard({ judgeVersion: 'actionability@99999999', promptOverride: true });
    const { judges } = view([own]);
    expect(judges[0]?.checks[0]?.rows[0]).toMatchObject({ counts: false, older: true, promptOverride: true });
    expect(judges[0]?.unchecked).toContain('Actionability');
    const both = view([
      own,
      trustCard({ judgeVersion: 'actionability@00000000', runId: 'x', at: '2025-01-01T00:00:00.000Z' }),
    ]);
    expect(both.judges[0]?.checks.map(({ rows: [row] }) => row?.counts)).toEqual([false, true]);
  });

  it('takes a card that comes with the program for one of the judge in use', () => {
    const shipped = trustCard({ judge: 'offline', runId: '', judgeVersion: present });
    expect(view([shipped]).judges[0]?.checks[0]?.rows[0]).toMatchObject({ older: false, counts: true });
  });

  it('has no statistic where none is defined, and says why a judge is not reliable', () => {
    const beaten = { agreement: 0.1, kappa: null, kappaCi: null, pearson: null, deviation: null };
    const [row] = view([trustCard(beaten)]).judges[0]?.checks[0]?.rows ?? [];
    expect(row).toMatchObject({
      status: 'beaten',
      reason: 'people and judge use only one label, so nothing can be told',
    });
    const [bare] = view([trustCard({ ...beaten, majority: null })]).judges[0]?.checks[0]?.rows ?? [];
    expect([bare?.status, bare?.majority]).toEqual(['few', null]);
    expect([row?.kappa, row?.kappaCi, row?.pearson, row?.deviation]).toEqual([null, null, null, null]);
    const [good] = view([trustCard()]).judges[0]?.checks[0]?.rows ?? [];
    const beatsOf = (change: Partial<TrustCard>): unknown =>
      view([trustCard(change)]).judges[0]?.checks[0]?.rows[0]?.beats;
    expect(beatsOf({})).toBe('better than the majority label in agreement and macro-F1');
    expect(beatsOf({ agreement: 0.7 })).toBe('better than the majority label in macro-F1, not in agreement');
    expect(beatsOf({ macroF1: 0.2 })).toBe('better than the majority label in agreement, not in macro-F1');
    expect(beatsOf(beaten)).toBeUndefined();
    expect(good).toMatchObject({ status: 'checked', kappa: 0.41, majority: { label: 'Yes', agreement: 0.8 } });
  });

  it('counts the newest card with enough labels, and says of the others what is wanting', () => {
    const { judges } = view([
      trustCard({ runId: 'large', at: '2026-01-01T00:00:00.000Z', judgeVersion: present }),
      trustCard({
        runId: 'small',
        at: '2026-02-01T00:00:00.000Z',
        judgeVersion: present,
        n: 4,
        failed: 0,
        clusters: 4,
      }),
    ]);
    expect(judges[0]?.checks.map(({ runId, rows: [row] }) => [runId, row?.counts, row?.status, row?.reason])).toEqual([
      ['small', false, 'few', '4 labels, and at least 40 are needed to tell'],
      ['large', true, 'checked', undefined],
    ]);
  });

  it('never calls a judge checked by another judge’s labels, and says whose they are', () => {
    const byJudge = trustCard({ judge: 'offline', runId: '', gold: { ...trustCard().gold, by: 'judge' } });
    const [check] = view([byJudge]).judges[0]?.checks ?? [];
    expect(check?.gold.by).toBe('judge');
    expect(check?.rows[0]).toMatchObject({
      status: 'unchecked',
      reason: 'checked against another judge’s labels only, not people’s (κ 0.41, n 120)',
    });
    expect(view([byJudge]).judges[0]?.unchecked).toContain('Actionability');
    expect(view([trustCard({ judge: 'offline' })]).judges[0]?.unchecked).not.toContain('Actionability');
  });

  it('calls an offline judge simulated, also where nobody has checked it', () => {
    const natureOf = ({ judges: [first] }: JudgesView): unknown => first?.simulated;
    expect(natureOf(view([trustCard({ judge: 'offline', simulated: true })]))).toBe(true);
    expect(natureOf(view([trustCard()]))).toBe(false);
    const shown = mixedRun();
    const run = { ...shown, manifest: { ...shown.manifest, judges: [offlineModel] } };
    const all = [...run.items.map(({ benchmark }) => benchmark), ...benchmarks.values()];
    expect(natureOf(judgesView({ cards: [], benchmarks: all, run, unfinished: [], problems: [] }))).toBe(true);
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
      trustCard({ gold: { name: 'gold.json', format: 'mrbench', hash: `sha256:${'b'.repeat(64)}`, by: 'people' } }),
    ];
    expect(new Set(cards.map(cardKey)).size).toBe(cards.length);
  });
});
