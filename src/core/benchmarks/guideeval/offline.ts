import type { PromptRule, RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import type { GuideEvalSample, GuideEvalState } from './samples';
import { tutorMaterial, type TutorMaterial } from './tutorMaterial';
import * as phrases from './tutorPhrases';
import * as questions from './tutorQuestions';

/**
 * A simulated reply: English, put together from stock phrases and the words of the dialogue. Which moves it makes follows
 * the rules that the prompt states, with noise, so that scores are neither 0 nor 1 throughout. The probabilities are made
 * up to look plausible; they say nothing about any model.
 */
export function simulateTutor(sample: GuideEvalSample, rules: readonly PromptRule[], random: Random): string {
  const tutor = new SimulatedTutor(tutorMaterial(sample), new Set(rules.map(({ id }) => id)), random);
  return tutor.replyTo(sample.state);
}

class SimulatedTutor {
  readonly #material: TutorMaterial;
  readonly #rules: ReadonlySet<RuleId>;
  readonly #random: Random;

  constructor(material: TutorMaterial, rules: ReadonlySet<RuleId>, random: Random) {
    this.#material = material;
    this.#rules = rules;
    this.#random = random;
  }

  replyTo(state: GuideEvalState): string {
    const parts = {
      accurate: () => this.#afterRight(),
      erroneous: () => this.#afterWrong(),
      comprehension: () => this.#afterUnderstanding(),
      confusion: () => this.#afterConfusion(),
    }[state]();
    return parts.filter((part) => part !== '').join(' ');
  }

  #afterRight(): string[] {
    const affirms = this.#chance(this.#likelihood(0.5, { affirmCorrect: 0.4, classifyReply: 0.2, encourage: 0.1 }));
    if (affirms) return [this.#say(phrases.affirming), ...this.#goOn()];
    const dwells = this.#chance(0.3);
    return dwells
      ? [this.#say(phrases.doubting), this.#question(this.#repeated())]
      : [this.#neutral(), ...this.#goOn()];
  }

  #afterUnderstanding(): string[] {
    const acknowledges = this.#chance(
      this.#likelihood(0.5, { affirmCorrect: 0.3, classifyReply: 0.15, encourage: 0.2 }),
    );
    return [acknowledges ? this.#say(phrases.acknowledging) : this.#neutral(), ...this.#goOn()];
  }

  #afterWrong(): string[] {
    const notices = this.#chance(
      this.#likelihood(0.22, { pointOutMistake: 0.55, locateMistake: 0.45, classifyReply: 0.25, easierWhenWrong: 0.1 }),
    );
    const reveals = this.#reveals(0.35);
    if (!notices) {
      if (reveals && this.#chance(0.5)) return [this.#neutral(), this.#say(questions.revealing)];
      return [this.#chance(0.75) ? this.#say(phrases.vague) : '', ...this.#goOn()];
    }
    const openly = this.#chance(this.#likelihood(0.5, { pointOutMistake: 0.25, locateMistake: 0.2 }));
    const kind = this.#has('encourage') && this.#chance(0.5) ? 'Good effort.' : '';
    const verdict = this.#say(openly ? phrases.denying : phrases.doubting);
    if (reveals) return [kind, verdict, this.#say(questions.revealing)];
    const locates = this.#chance(this.#likelihood(0.25, { locateMistake: 0.6, pointOutMistake: 0.15 }));
    const helps = this.#chance(this.#likelihood(0.35, { easierWhenWrong: 0.3, explain: 0.25, concise: -0.2 }));
    return [
      kind,
      verdict,
      locates ? this.#say(phrases.locating) : '',
      helps || !this.#asks() ? this.#say(phrases.simplifying) : '',
      this.#question(this.#afterTrouble()),
    ];
  }

  #afterConfusion(): string[] {
    const comfort = this.#chance(this.#likelihood(0.25, { encourage: 0.45, concise: -0.15 }))
      ? this.#say(phrases.comforting)
      : '';
    const adapts = this.#chance(
      this.#likelihood(0.25, { adaptWhenConfused: 0.35, classifyReply: 0.25, explain: 0.15, easierWhenWrong: 0.1 }),
    );
    if (adapts) return [comfort, this.#say(phrases.simplifying), this.#question(this.#afterTrouble())];
    if (!this.#has('askQuestions') && this.#reveals(0.4)) return [comfort, this.#say(questions.revealing)];
    if (!this.#asks()) return [comfort, this.#material.explained ?? '', this.#say(phrases.waiting)];
    if (this.#chance(0.4)) return [comfort, this.#say(phrases.askingBack)];
    return [comfort, this.#say(phrases.waiting), this.#repeated()];
  }

  /** What follows when the tutor takes the step for settled: a question, or what an explainer would say. */
  #goOn(): string[] {
    if (!this.#asks()) return this.#reveals(0.4) ? [this.#say(questions.revealing)] : [this.#say(questions.explaining)];
    if (this.#chance(this.#likelihood(0.15, { deepenWhenRight: 0.5 })))
      return [this.#question(this.#say(questions.deepQuestions))];
    const turn = this.#random.next() * (this.#has('nextStep') ? 0.75 : 1);
    if (turn < 0.72) return [this.#question(this.#say(questions.nextQuestions))];
    return [this.#question(turn < 0.86 ? this.#say(questions.confirmingQuestions) : this.#repeated())];
  }

  /** The question after a mistake or confusion; empty where the tutor does not ask. */
  #afterTrouble(): string {
    if (!this.#asks()) return '';
    if (this.#chance(this.#likelihood(0.2, { easierWhenWrong: 0.4, adaptWhenConfused: 0.1 }))) {
      return this.#say(this.#chance(0.55) ? questions.basicQuestions : questions.workingQuestions);
    }
    return this.#say(this.#chance(0.2) ? questions.deepQuestions : questions.workingQuestions);
  }

  /** The question, and a second one now and then unless the prompt allows only one. */
  #question(first: string): string {
    const more = first !== '' && !this.#has('oneQuestion') && this.#chance(0.3);
    return more ? `${first} ${this.#say(questions.confirmingQuestions)}` : first;
  }

  #repeated(): string {
    return this.#material.question ?? this.#say(questions.confirmingQuestions);
  }

  #neutral(): string {
    const { said } = this.#material;
    return said === undefined || this.#chance(0.4) ? '' : `Okay, “${said}”.`;
  }

  #asks(): boolean {
    return this.#chance(this.#has('askQuestions') || this.#has('oneQuestion') ? 0.93 : 0.25);
  }

  #reveals(likelihood: number): boolean {
    return this.#material.answer !== undefined && this.#chance(this.#has('noFinalAnswer') ? 0.03 : likelihood);
  }

  #has(rule: RuleId): boolean {
    return this.#rules.has(rule);
  }

  /** A base likelihood raised or lowered by the rules that are there, kept away from certainty. */
  #likelihood(base: number, raise: Partial<Record<RuleId, number>>): number {
    const total = Object.entries(raise).reduce(
      (sum, [rule, by]) => sum + (this.#rules.has(rule as RuleId) ? by : 0),
      base,
    );
    return Math.min(0.9, Math.max(0.05, total));
  }

  #chance(likelihood: number): boolean {
    return this.#random.next() < likelihood;
  }

  #say(list: readonly phrases.Phrase[]): string {
    const usable = phrases.fillable(list, this.#material);
    return usable.length === 0 ? '' : phrases.fill(pickOne(usable, this.#random), this.#material);
  }
}
