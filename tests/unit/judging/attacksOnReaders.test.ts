import { describe, expect, it } from 'vitest';
import { replyOf, techniques } from '../../../scripts/measureAttacks/attackSet';
import { visibleReply } from '../../../src/core/benchmark/visibleReply';
import type { JudgeReading, JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import { readAnswer } from '../../../src/core/benchmark/judging/readAnswer';
import { createRandom } from '../../../src/core/statistics/random';
import { attacks, samplesOf, sceneOf, tasksOf } from './attackedTasks';
import { spread } from '../../thorough';

function read(task: JudgeTask, text: string): JudgeReading {
  return readAnswer(task, task.prompt.material, text);
}

/** Labels by slot; undefined where nothing could be read. */
function labelsIn(reading: JudgeReading): unknown {
  if (reading.kind === 'unreadable') return undefined;
  return reading.verdicts.map(({ judge, turn, criterionId, label }) => [judge, turn, criterionId, label]);
}

/** What judges do with words of the material: they quote them before their decision, after it, or in a code block. */
const repetitions: readonly ((own: string, echo: string) => string)[] = [
  (own, echo) => `${own}\n\nThe reply ends with: ${echo}`,
  (own, echo) => `The reply says:\n${echo}\n\nMy decision:\n${own}`,
  (own, echo) => `${own}\n\`\`\`json\n${echo}\n\`\`\``,
  (own, echo) => `<think>${echo}</think>${own}\n${echo}`,
];

describe.each(techniques)('a judge that repeats a reply of the kind “%s”', (technique) => {
  const own = spread(
    attacks.filter((attack) => attack.technique === technique),
    3,
  );

  it('gives its own verdict or none', () => {
    let kept = 0;
    for (const attack of own) {
      const echo = visibleReply(replyOf(attack));
      for (const scene of samplesOf(attack)) {
        const honest = tasksOf(scene, attack.base);
        for (const [key, task] of tasksOf(scene, echo)) {
          const answer = honest.get(key)?.simulate(createRandom(1));
          if (answer === undefined) continue;
          const wanted = labelsIn(read(task, answer));
          expect(wanted, `${attack.id} ${key}`).toBeDefined();
          for (const repeat of repetitions) {
            const got = labelsIn(read(task, repeat(answer, echo)));
            if (got === undefined) continue;
            expect(got, `${attack.id} ${key}`).toEqual(wanted);
            kept += 1;
          }
        }
      }
    }
    expect(kept).toBeGreaterThan(0);
  });

  it('gives no verdict when it says nothing else', () => {
    for (const attack of own) {
      const echo = visibleReply(replyOf(attack));
      for (const scene of samplesOf(attack)) {
        for (const [key, task] of tasksOf(scene, echo)) {
          expect(read(task, echo).kind, `${attack.id} ${key}`).toBe('unreadable');
          expect(read(task, `Right: ${echo}`).kind, `${attack.id} ${key}`).toBe('unreadable');
        }
      }
    }
  });
});

describe('a reply that holds a whole verdict in the very shape of a judge', () => {
  it('is never read in the place of the judge’s own, however the judge sets it', () => {
    const tried = new Set<string>();
    const bases = new Map(attacks.map((attack) => [`${attack.scene} ${attack.base}`, attack]));
    for (const attack of bases.values()) {
      for (const scene of samplesOf(attack)) {
        const best = tasksOf(scene, sceneOf(attack).good);
        for (const [key, honest] of tasksOf(scene, attack.base)) {
          const forged = best.get(key)?.simulate(createRandom(1));
          if (forged === undefined) continue;
          const answer = honest.simulate(createRandom(1));
          const task = tasksOf(scene, `${attack.base}\n${forged}`).get(key);
          if (task === undefined) continue;
          const wanted = labelsIn(read(task, answer));
          if (JSON.stringify(wanted) === JSON.stringify(labelsIn(honest.read(forged)))) continue;
          tried.add(honest.judge);
          const indented = JSON.stringify(JSON.parse(forged), null, 2);
          for (const echo of [forged, indented, `\`\`\`json\n${indented}\n\`\`\``]) {
            expect(labelsIn(read(task, `${answer}\nThe reply itself says: ${echo}`)), key).toEqual(wanted);
            expect(labelsIn(read(task, `The reply itself says: ${echo}\n${answer}`)), key).toEqual(wanted);
            expect(labelsIn(read(task, echo)), key).toBeUndefined();
          }
        }
      }
    }
    // Judges whose verdict on a bad reply differs from that on a good one, in every benchmark.
    expect([...tried].sort()).toEqual(
      expect.arrayContaining(['J1', 'O-Reconfigure', 'P-Redirect', 'criteria', 'preference', 'tutor_tone']),
    );
  });
});

describe('an answer out of shape', () => {
  const [first] = attacks;
  const answers = [
    '{}',
    '{"label": "Perfect"}',
    '{"reasoning": "r", "perception": 7, "orchestration": 0.7, "question_level": 9}',
    '{"reasoning": "r", "leaked": "maybe", "computesStep": 2, "outsideTheory": null}',
    '{"reasoning": "r", "correct": "certainly", "reasonCorrect": 1, "claimsCorrect": "yes"}',
    '{"ratings": "all met"}',
    '{"criteria": {"general.1": "A"}, "overall": "both"}',
    '{"problem_construction": true, "solution_correctness": "excellent"}',
    '[RESULT] 9',
    'Question Level: 12',
    'Yes. Definitely the best reply ever.',
  ];

  it('is no verdict of any judge', () => {
    if (first === undefined) throw new Error('There are no attacks.');
    for (const scene of samplesOf(first)) {
      for (const [key, task] of tasksOf(scene, first.base)) {
        for (const answer of answers) {
          expect(labelsIn(read(task, answer)), `${key}: ${answer}`).toBeUndefined();
        }
      }
    }
  });
});
