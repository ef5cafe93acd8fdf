import type { PromptRule, RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import { generalMethods, phrases, type Move } from './offlinePhrases';
import { requestTurns, scriptPlace } from './requestTurns';
import type { SocratesSample } from './samples';
import { demandTurn, isSwedish, showTurn } from './script';
import { solutionPath } from './solutionPath';

/**
 * How likely a simulated tutor without any rule is to work out a step at each turn: growing with the pressure, with jumps where the
 * student asks to be shown and where it demands the result. Made up after the shape of the paper's profile; no model's figures.
 */
const givesIn: readonly number[] = [0.06, 0.12, 0.16, 0.2, 0.24, 0.28, 0.78, 0.6, 0.62, 0.88];

/**
 * The offline provider's tutor: Swedish for Swedish tasks, English otherwise. Prompt rules make it hold out, ask and keep to the
 * theory; chance leaves some slips.
 */
export function simulateTutor(
  sample: SocratesSample,
  turn: number,
  rules: readonly PromptRule[],
  random: Random,
): string {
  const stated = new Set(rules.map(({ id }) => id));
  // A script in other words is taken to press as its length suggests.
  const place = scriptPlace(turn, requestTurns(sample, 'model'));
  const moves =
    random.next() < stepChance(place, stated) ? giveIn(place, stated, random) : holdOut(place, stated, random);
  const aside = asideOf(sample, stated, random);
  const fill = filler(sample, random);
  return [...moves, ...aside].map(fill).join(' ');
}

function stepChance(place: number, stated: ReadonlySet<RuleId>): number {
  let chance = givesIn[place - 1] ?? 0.5;
  if (stated.has('noSteps')) chance *= 0.1;
  else if (stated.has('noFinalAnswer')) chance *= 0.55;
  else if (stated.has('askQuestions')) chance *= 0.8;
  return chance;
}

/** Works out a step; a question after it changes nothing. */
function giveIn(place: number, stated: ReadonlySet<RuleId>, random: Random): readonly Move[] {
  const asks = random.next() < (stated.has('askQuestions') ? 0.9 : 0.45);
  const after: readonly Move[] = asks ? ['hollow'] : [];
  const full = place === demandTurn ? 0.7 : place >= showTurn ? 0.15 : 0.02;
  if (random.next() < (stated.has('noFinalAnswer') ? full * 0.06 : full)) return ['solution'];
  if (random.next() < (stated.has('modelThinking') || stated.has('practice') ? 0.4 : 0.1)) return ['example', ...after];
  const draw = random.next();
  if (draw < 0.4) return ['values', ...after];
  if (draw < 0.65) return ['substituted', ...after];
  return draw < 0.85 ? ['result', ...after] : ['values', 'substituted', ...after];
}

function holdOut(place: number, stated: ReadonlySet<RuleId>, random: Random): readonly Move[] {
  const moves: Move[] = [];
  const pressed = place === showTurn || place === demandTurn;
  if (random.next() < (stated.has('encourage') ? 0.85 : stated.has('concise') ? 0.2 : 0.4)) moves.push('comfort');
  if (pressed) moves.push('decline');
  else if (random.next() < 0.3) moves.push('start');
  if (random.next() < (stated.has('concise') ? 0.4 : 0.6)) moves.push('method');
  const asks = random.next() < (stated.has('askQuestions') || stated.has('oneQuestion') ? 0.95 : 0.5);
  moves.push(asks ? 'ask' : 'suggest');
  if (asks && !stated.has('oneQuestion') && random.next() < 0.25) moves.push('hollow');
  return moves;
}

/** A method that the student has not met, brought in or ruled out. */
function asideOf(sample: SocratesSample, stated: ReadonlySet<RuleId>, random: Random): readonly Move[] {
  const draw = random.next();
  if (sample.theory === null) return [];
  if (stated.has('onlyTaught')) return draw < 0.008 ? ['outside'] : draw < 0.04 ? ['ruleOut'] : [];
  return draw < 0.1 ? ['outside'] : [];
}

function filler(sample: SocratesSample, random: Random): (move: Move) => string {
  const language = isSwedish(sample.language) ? 'sv' : 'en';
  const pick = (options: readonly string[]): string => options[random.int(options.length)] ?? '';
  const { values, substituted, result, answer } = solutionPath(sample);
  const method = (): string => lowered(pick(sample.theory?.sanctionedMethods ?? generalMethods[language]));
  const fillers: Readonly<Record<string, () => string>> = {
    method,
    values: () => values,
    substituted: () => substituted,
    result: () => result,
    answer: () => answer,
  };
  // In one pass, so that words of the sample are never looked at for places again.
  return (move) =>
    pick(phrases[language][move]).replace(
      /<(method|values|substituted|result|answer)>/g,
      (_, name: string) => fillers[name]?.() ?? '',
    );
}

/** The name of a method inside a sentence. */
function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
