import type { PromptRule, RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import type { Principle } from '../kmpbench/principles';
import { pickOne } from '../pickOne';
import { phrases, type Move } from './offlinePhrases';
import type { KmpDialogueSample } from './samples';
import { tutorMaterial, type TutorMaterial } from './tutorMaterial';

/**
 * The offline provider's tutor: a simulated reply from stock phrases and the dialogue's own words. It knows the targeted
 * principles, as the instruction names them, and realises them more often the more the prompt says how. The likelihoods are made up
 * to look plausible; they say nothing about any model.
 */
export function simulateTutor(sample: KmpDialogueSample, rules: readonly PromptRule[], random: Random): string {
  const tutor = new SimulatedTutor(tutorMaterial(sample, random), new Set(rules.map(({ id }) => id)), random);
  return tutor.reply(sample.principles);
}

/** Rules that say how a principle is put into practice. */
const rulesOf: Readonly<Record<Principle, readonly RuleId[]>> = {
  challenge: ['deepenWhenRight'],
  explanation: ['explain', 'adaptWhenConfused'],
  modelling: ['modelThinking'],
  practice: ['practice'],
  questioning: ['askQuestions'],
  feedback: ['affirmCorrect', 'pointOutMistake', 'locateMistake'],
};

class SimulatedTutor {
  readonly #material: TutorMaterial;
  readonly #rules: ReadonlySet<RuleId>;
  readonly #random: Random;

  constructor(material: TutorMaterial, rules: ReadonlySet<RuleId>, random: Random) {
    this.#material = material;
    this.#rules = rules;
    this.#random = random;
  }

  reply(targeted: readonly Principle[]): string {
    const moves: Move[] = [];
    if (this.#chance(this.#has('encourage') ? 0.85 : 0.3)) moves.push('encourage');
    const judges = targeted.includes('feedback');
    if (!judges && this.#chance(this.#has('classifyReply', 'askQuestions', 'affirmCorrect', 'encourage') ? 0.8 : 0.3)) {
      moves.push('takeUp');
    }
    for (const principle of targeted) moves.push(...this.#embody(principle));
    if (this.#chance(this.#revealChance(judges))) moves.push('reveal');
    if (!this.#has('concise') && this.#chance(0.3)) moves.push('padding');
    if (!this.#has('oneQuestion') && this.#chance(0.4)) moves.push('extraQuestion');
    const shown = moves.length <= 1 ? (['empty', ...moves] as const) : moves;
    return [...new Set(shown)].map((move) => this.#say(move)).join(' ');
  }

  /** Who is told to point at a mistake mostly leaves it to the student to mend it. */
  #revealChance(judges: boolean): number {
    if (this.#has('noFinalAnswer', 'noSteps')) return 0.03;
    return judges && this.#has(...rulesOf.feedback) ? 0.12 : 0.35;
  }

  #embody(principle: Principle): readonly Move[] {
    const told = this.#has(...rulesOf[principle]);
    const often = (likelihood: number): boolean => this.#chance(told ? likelihood : likelihood * 0.35);
    const asks = this.#chance(this.#has('askQuestions', 'oneQuestion', 'nextStep') ? 0.75 : 0.25);
    switch (principle) {
      case 'questioning':
        return [often(0.92) ? 'openQuestion' : 'closedQuestion'];
      case 'feedback': {
        const verdict: Move = this.#material.state === 'right' ? 'confirm' : 'partly';
        const step = this.#chance(this.#has('nextStep', 'locateMistake') ? 0.9 : told ? 0.75 : 0.4);
        return [often(0.92) ? verdict : 'passOver', ...(step ? (['nextStep'] as const) : [])];
      }
      case 'explanation':
        return [
          often(0.92) ? 'reason' : 'rule',
          ...(often(0.85) ? (['example'] as const) : []),
          ...(asks ? (['handOver'] as const) : []),
        ];
      case 'modelling':
        return [often(0.92) ? 'modelling' : 'show', ...(often(0.85) || asks ? (['handOver'] as const) : [])];
      case 'practice':
        return [often(0.92) ? 'practice' : 'vaguePractice', ...(often(0.75) ? (['selfCheck'] as const) : [])];
      case 'challenge':
        return [often(0.92) ? 'challenge' : 'same', ...(often(0.7) ? (['foothold'] as const) : [])];
    }
  }

  #say(move: Move): string {
    const wordings = phrases[move];
    const { said, aim, domain, shown, left } = this.#material;
    // A slip now and then, as models have them; one draw for all places of a wording, so that it agrees with itself.
    const result = this.#chance(0.06) ? shown.slip : shown.result;
    const values = new Map<string, string>([
      ['said', said],
      ['aim', aim],
      ['domain', domain],
      ['task', shown.task],
      ['result', result],
      ['left', left.task],
      ['number', left.result],
    ]);
    // One pass: braces in the student's own words stay as they are.
    const wording: string = pickOne(wordings, this.#random);
    return wording.replace(/\{(\w+)\}/g, (place, name: string) => values.get(name) ?? place);
  }

  #has(...ids: readonly RuleId[]): boolean {
    return ids.some((id) => this.#rules.has(id));
  }

  #chance(likelihood: number): boolean {
    return this.#random.next() < likelihood;
  }
}
