import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkedFiles, judgedLabels } from '../../../scripts/checkOfflineJudges/checkJudges';
import { partOf } from '../../../scripts/checkOfflineJudges/dataPart';
import { writeCards, writtenCards } from '../../../scripts/checkOfflineJudges/writeCards';
import { dimensionIds } from '../../../src/core/benchmarks/mrbench/labels';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { trustOf, type OverrideInUse } from '../../../src/core/trust/trustOf';
import { trustCardSchema } from '../../../src/core/benchmark/trustCard';
import { root } from './attackedTasks';

const { cards } = z
  .strictObject({ schemaVersion: z.literal(1), cards: z.array(trustCardSchema) })
  .parse(writtenCards(root));
function inUse(version: string | undefined): OverrideInUse {
  return { versions: new Set(version === undefined ? [] : [version]), isOwn: false };
}

const data = path.join(root, '..', 'shared', 'data');
const missing = checkedFiles.filter((name) => !existsSync(path.join(data, name)));

describe('the cards of the offline judges', () => {
  it('are of simulated judges in their present wording, on labels that were held out', () => {
    for (const { judge, simulated, benchmark, dimension, judgeVersion, gold, kappaCi, within } of cards) {
      expect([judge, simulated]).toEqual(['offline', true]);
      for (const interval of [kappaCi, within?.kappaCi ?? kappaCi]) {
        expect(interval?.high, `${dimension}: no interval of width 0`).toBeGreaterThan(interval?.low ?? 1);
      }
      expect(gold.name).toMatch(/^held-out part of /);
      const known = benchmarks.get(benchmark)?.judges.find(({ id }) => id === dimension);
      expect(judgeVersion, `run npm run check:offline-judges again: ${dimension} has another wording`).toBe(
        known?.version,
      );
    }
    expect(cards.find(({ benchmark }) => benchmark === 'tutorbench')?.gold.name).toContain('another judge’s verdicts');
  });

  it('are found by judge and dimension, and say nothing of other judges', () => {
    for (const { id: benchmark, judges } of benchmarks.values()) {
      for (const { id: dimension, version } of judges) {
        const card = cards.find((one) => one.benchmark === benchmark && one.dimension === dimension);
        const { status } = trustOf(cards, { judge: 'offline', benchmark, dimension }, inUse(version));
        const isUnchecked = card?.gold.by !== 'people';
        expect([benchmark, dimension, status === 'unchecked']).toEqual([benchmark, dimension, isUnchecked]);
        if (dimension === 'J1') expect(status).toBe('checked');
      }
    }
    const other = { judge: 'openai:some-model', benchmark: 'socratesbench', dimension: 'J1' };
    expect(trustOf(cards, other, inUse(cards[0]?.judgeVersion)).status).toBe('unchecked');
  });

  it('say whose labels they are of, and where something else was measured than a run scores', () => {
    const facts = cards.map(({ dimension, gold, measuredOn }) => [dimension, gold.by, measuredOn !== undefined]);
    expect(facts).toEqual([
      ...dimensionIds.map((dimension) => [dimension, 'people', false]),
      ['J1', 'people', true],
      ['claim', 'people', true],
      ['reason', 'people', true],
      ['solution', 'people', true],
      ['correction', 'people', true],
      ['criteria', 'judge', false],
    ]);
  });

  it('have the statistics that the rules reach today', { timeout: 120_000 }, (context) => {
    if (missing.length > 0) context.skip(`Not beside the repository: ${missing.join(', ')}`);
    const labels = judgedLabels(root);
    expect(labels).toHaveLength(cards.length);
    for (const { dimension, scale, rated, hash, by, measuredOn } of labels) {
      const card = cards.find((one) => one.dimension === dimension);
      const heldOut = rated.filter(({ task }) => partOf(task) === 'held-out');
      const { n, failed, clusters, agreement, kappa, macroF1, confusion } = dimensionAgreement(dimension, heldOut, {
        scale,
        seed: 'check',
        resamples: 10,
      });
      expect({ n, failed, clusters, agreement, kappa, macroF1 }, dimension).toEqual({
        n: card?.n,
        failed: card?.failed,
        clusters: card?.clusters,
        agreement: card?.agreement,
        kappa: card?.kappa,
        macroF1: card?.macroF1,
      });
      expect(confusion).toEqual(card?.confusion);
      expect([hash, by, measuredOn]).toEqual([card?.gold.hash, card?.gold.by, card?.measuredOn]);
      // Both parts have something to say, and no problem is in both.
      expect(heldOut.length).toBeGreaterThan(0.3 * rated.length);
      expect(heldOut.length).toBeLessThan(0.7 * rated.length);
    }
  });

  it('stand in the document', () => {
    const shown = (value: number | null | undefined): string => (value ?? Number.NaN).toFixed(3);
    const page = readFileSync(path.join(root, 'bench', 'judges.md'), 'utf8').replace(/ +/g, ' ');
    for (const { benchmark, dimension, n, clusters, agreement, kappa, kappaCi, macroF1, majority } of cards) {
      const given = [benchmark, dimension, n, clusters, shown(agreement), shown(kappa)];
      const interval = `${shown(kappaCi?.low)} to ${shown(kappaCi?.high)}`;
      const cells = [...given, interval, shown(macroF1), shown(majority?.agreement), shown(majority?.macroF1)];
      expect(page).toContain(`| ${cells.join(' | ')} |`);
    }
  });

  it('are written from public data alone: without them nothing is written', async () => {
    const written = await writeCards(path.join(root, 'nowhere', 'at-all'), '2026-01-01');
    expect(written).toMatchObject({ kind: 'missing' });
    expect(written.kind === 'missing' ? written.files.length : 0).toBe(checkedFiles.length);
  });
});

describe('partOf', () => {
  it('puts the same words in the same part, however they are set, and about half of all problems in each', () => {
    expect(partOf('How many  eggs, Ann?')).toBe(partOf('how many eggs ann'));
    const parts = Array.from({ length: 400 }, (_, index) => partOf(`Problem ${index}`));
    const heldOut = parts.filter((part) => part === 'held-out').length;
    expect(heldOut).toBeGreaterThan(150);
    expect(heldOut).toBeLessThan(250);
  });
});
