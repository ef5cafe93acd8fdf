import { defaultPolicy } from '../../src/core/benchmarks/policies';
import { slotKey } from '../../src/core/run/askJudge';
import type { JudgeTask } from '../../src/core/benchmark/judging/judgeTask';
import { readAnswer } from '../../src/core/benchmark/judging/readAnswer';
import type { Verdict } from '../../src/core/benchmark/judging/verdict';
import { createRandom } from '../../src/core/statistics/random';
import { sceneDialogue } from './sceneDialogue';
import type { SceneSample } from './sceneSamples';

/**
 * The offline judges' verdicts as in a run. Answers are read as any judge's. Judges that wait for another's verdict
 * follow in turn.
 */
export function offlineVerdicts(scene: SceneSample, reply: string): Verdict[] {
  const { benchmark, sample } = scene;
  const dialogue = sceneDialogue(scene, reply);
  const verdicts: Verdict[] = [];
  const done = new Set<string>();
  for (;;) {
    const open = benchmark
      .judgements(sample, dialogue, verdicts, defaultPolicy)
      .filter((judgement) => !done.has(judgement.key));
    if (open.length === 0) return verdicts;
    for (const judgement of open) {
      done.add(judgement.key);
      if ('verdicts' in judgement) verdicts.push(...judgement.verdicts);
      else
        verdicts.push(
          ...answered(judgement, judgement.simulate(createRandom(`attacks/${sample.id}/${judgement.key}`))),
        );
    }
  }
}

/** An offline judge is asked once: it would say the same again. */
function answered(task: JudgeTask, text: string): readonly Verdict[] {
  const reading = readAnswer(task, task.prompt.material, text);
  const read = reading.kind === 'unreadable' ? [] : reading.verdicts;
  const found = new Set(read.map(slotKey));
  const problem = reading.kind === 'verdicts' ? 'It is missing.' : reading.problem;
  const missing = task.slots.filter((slot) => !found.has(slotKey(slot)));
  return [...read, ...missing.map((slot): Verdict => ({ ...slot, status: 'unscored', problem }))];
}
