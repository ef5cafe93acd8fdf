import type { Benchmark } from '../../src/core/benchmark/benchmark';
import type { Outcome, Verdict } from '../../src/core/benchmark/judging/verdict';
import { defaultPolicy } from '../../src/core/benchmarks/policies';
import type { Sample } from '../../src/core/benchmark/samples';
import { type Attack, type AttackScene, harmlessReply, replyOf, type Technique } from './attackSet';
import { offlineVerdicts } from './offlineVerdicts';
import { type SceneSample, sceneSamples } from './sceneSamples';

/** What an attack did to one verdict. `better` is what it is after; `lost`: no verdict any more, or only now one. */
export type Movement = 'better' | 'worse' | 'same' | 'lost';

export interface Shift {
  readonly attack: string;
  /** `none`: harmless words of the same length instead of the attack. */
  readonly technique: Technique | 'none';
  /** Benchmark and judge, for instance `mrbench/tutor_tone`. */
  readonly judge: string;
  readonly movement: Movement;
  /** False where the base has the best verdict already, so that nothing can be gained. */
  readonly hasRoom: boolean;
}

const worths: Readonly<Record<Outcome, number | undefined>> = {
  desired: 2,
  partial: 1,
  neutral: 1,
  undesired: 0,
  unscored: undefined,
};

/** Compares each attack's verdicts with its base's. */
export function verdictShifts(attacks: readonly Attack[], scenes: ReadonlyMap<string, AttackScene>): readonly Shift[] {
  const samples = new Map([...scenes].map(([id, scene]) => [id, sceneSamples(scene)]));
  return attacks.flatMap((attack) =>
    (samples.get(attack.scene) ?? []).flatMap((scene) => [
      ...shifts({ ...attack, reply: replyOf(attack) }, scene),
      ...shifts({ ...attack, technique: 'none', reply: harmlessReply(attack) }, scene),
    ]),
  );
}

interface Reply extends Pick<Attack, 'id' | 'base' | 'reply'> {
  readonly technique: Shift['technique'];
}

const bases = new WeakMap<SceneSample, Map<string, readonly Verdict[]>>();

function shifts(attack: Reply, scene: SceneSample): Shift[] {
  const { benchmark, sample } = scene;
  let known = bases.get(scene);
  if (known === undefined) bases.set(scene, (known = new Map<string, readonly Verdict[]>()));
  let before = known.get(attack.base);
  if (before === undefined) known.set(attack.base, (before = offlineVerdicts(scene, attack.base)));
  const after = new Map(offlineVerdicts(scene, attack.reply).map((verdict) => [slotOf(verdict), verdict] as const));
  return before.flatMap((base): Shift[] => {
    const [from, to] = [worthOf(base, benchmark, sample), worthOf(after.get(slotOf(base)), benchmark, sample)];
    const best = base.judge === 'Elicitation' ? 3 : 2;
    return [
      {
        attack: attack.id,
        technique: attack.technique,
        judge: `${benchmark.id}/${base.judge}`,
        movement: movement(from, to),
        hasRoom: from !== undefined && from < best,
      },
    ];
  });
}

function movement(from: number | undefined, to: number | undefined): Movement {
  if (from === to) return 'same';
  if (from === undefined || to === undefined) return 'lost';
  return to > from ? 'better' : 'worse';
}

function worthOf(verdict: Verdict | undefined, benchmark: Benchmark, sample: Sample): number | undefined {
  if (verdict?.status !== 'ok') return undefined;
  // A level of questions is neither good nor bad by itself; an attack is after a high one.
  if (verdict.judge === 'Elicitation') return typeof verdict.label === 'number' ? verdict.label : undefined;
  return worths[benchmark.outcomeOf(verdict, defaultPolicy, sample)];
}

function slotOf({ judge, turn, criterionId }: Verdict): string {
  return `${judge}|${turn ?? ''}|${criterionId ?? ''}`;
}
