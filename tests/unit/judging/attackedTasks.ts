import { fileURLToPath } from 'node:url';
import { readAttackSet, type Attack, type AttackScene } from '../../../scripts/measureAttacks/attackSet';
import { sceneDialogue } from '../../../scripts/measureAttacks/sceneDialogue';
import { sceneSamples, type SceneSample } from '../../../scripts/measureAttacks/sceneSamples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { kmpSkillsSampleSchema } from '../../../src/core/benchmarks/kmpSkills/samples';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const { attacks, scenes } = readAttackSet(root);

const samples = new Map([...scenes].map(([id, scene]) => [id, sceneSamples(scene)]));

export function samplesOf({ scene }: Pick<Attack, 'scene'>): readonly SceneSample[] {
  return samples.get(scene) ?? [];
}

export function sceneOf({ scene }: Pick<Attack, 'scene'>): AttackScene {
  const found = scenes.get(scene);
  if (found === undefined) throw new Error(`There is no scene ${scene}.`);
  return found;
}

/** Every judge call, by key, if the tutor says `reply` each turn; includes calls that need another's verdict. */
export function tasksOf(scene: SceneSample, reply: string): ReadonlyMap<string, JudgeTask> {
  const { benchmark, sample } = scene;
  const policy = { ...defaultPolicy, bothOrders: true };
  const judgements = benchmark.judgements(sample, sceneDialogue(scene, reply, policy), claims(scene, reply), policy);
  const tasks = judgements.flatMap((task) => ('verdicts' in task ? [] : [task]));
  return new Map(tasks.map((task) => [task.key, task]));
}

/** The verdict that the reason judge needs. The reason is the whole reply, as from a fooled claim reader. */
function claims({ benchmark, sample }: SceneSample, reply: string): readonly Verdict[] {
  if (benchmark.id !== 'kmp-skills') return [];
  const { data } = kmpSkillsSampleSchema.safeParse(sample);
  if (data?.task !== 'ec') return [];
  return [{ judge: 'claim', unit: 'message', turn: 1, status: 'ok', label: data.firstErrorStep, evidence: reply }];
}
