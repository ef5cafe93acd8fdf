import { describe, expect, it } from 'vitest';
import { dimensionCard } from '../../../scripts/trainMrBenchJudge/cardStatistics';
import { gatherReplies } from '../../../scripts/trainMrBenchJudge/gatherReplies';
import { trainingFiles } from '../../../scripts/trainMrBenchJudge/trainingFiles';
import {
  readCrossValidatedLabels,
  readEmbeddedJudge,
  trustCardsOf,
} from '../../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { replyKey } from '../../../src/core/benchmarks/mrbench/replyKey';
import { dimensionIds, type DimensionId, type MrLabel } from '../../../src/core/benchmarks/mrbench/labels';
import { judgeFile } from './embeddedFiles';
import { missingNote, publicFile } from './publicFile';
import { spread } from '../../thorough';

const paths = trainingFiles.map((name) => `data/mrbench/${name}`);
const texts = paths.map(publicFile);

describe.skipIf(texts.includes(undefined))(`the embedded judge's card${missingNote(paths)}`, () => {
  const { card, version } = readEmbeddedJudge(judgeFile('mrbench.json'));
  const labels = readCrossValidatedLabels(judgeFile('mrbenchCrossValidated.json'), version);
  const { replies, groups, disagreements } = gatherReplies(
    texts.flatMap((text, index) => (text === undefined ? [] : [{ name: paths[index]!, text }])),
  );
  const judged = replies.map((reply) => {
    const own = dimensionIds.map((id) => {
      const label = labels.crossValidatedLabel(reply.history, reply.reply, id);
      return [id, label ?? expect.fail('A training reply has no cross-validated label.')] as const;
    });
    return { reply, labels: Object.fromEntries(own) as Record<DimensionId, MrLabel> };
  });

  it('says how many replies and problems there are, and how many labels were left out', () => {
    expect(card.data).toMatchObject({ replies: replies.length, problems: groups, disagreements });
    expect(labels.size).toBe(new Set(replies.map(({ history, reply }) => replyKey(history, reply))).size);
  });

  it('knows every training reply when it is typed anew, and every dialogue', () => {
    const typed = (text: string): string =>
      `  ${text
        .toUpperCase()
        .replaceAll("'", '’')
        .replaceAll(/[.,!?]/g, ' ')}\n`;
    // Where capitals do not lead back, as in ß, the words are others.
    const foldable = replies.filter(({ reply }) => reply.toUpperCase().toLowerCase() === reply.toLowerCase());
    expect(foldable.length).toBeGreaterThan(0.99 * replies.length);
    for (const { history, reply } of foldable) {
      expect(labels.crossValidatedLabel(history, typed(reply), 'coherence'), reply).toBeDefined();
      expect(labels.isTrainingDialogue(history)).toBe(true);
    }
  });

  it('carries the number of problems of each dimension, not of all', () => {
    const clusters = trustCardsOf(card, version).map(({ dimension, clusters: count }) => [dimension, count]);
    const problems = dimensionIds.map((id) => [
      id,
      new Set(replies.flatMap(({ group, labels: own }) => (own[id] === undefined ? [] : [group]))).size,
    ]);
    expect(clusters).toEqual(problems);
    expect(new Set(problems.map(([, count]) => count)).size).toBe(2);
  });

  it.each(spread(dimensionIds, 2))('has the statistics of the cross-validated labels: %s', (id) => {
    expect(card.dimensions.find((dimension) => dimension.id === id)).toEqual(dimensionCard(id, judged));
  });

  it('is better than always giving the commonest label, in every dimension', () => {
    for (const { kappaCi, macroF1, majority } of card.dimensions) {
      expect(kappaCi?.low).toBeGreaterThan(0);
      expect(macroF1).toBeGreaterThan(majority.macroF1);
    }
  });

  it('has no problem in two groups', () => {
    const groupOf = new Map<string, number>();
    for (const { history, group } of replies) {
      const problem = history
        .map(({ content }) => content)
        .join('\n')
        .toLowerCase()
        .replace(/\W+/g, ' ');
      expect(groupOf.get(problem) ?? group).toBe(group);
      groupOf.set(problem, group);
    }
  });
});
