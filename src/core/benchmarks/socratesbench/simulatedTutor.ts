import type { RuleId } from '../../prompt/rules';
import { each, maybe, type Phrases, pickOne, simulatedReply } from '../../simulation/simulatedReply';
import type { Slots, Step } from '../../simulation/simulatedReply';
import type { Random } from '../../statistics/random';
import { mathText } from './mathText';
import type { SocratesSample } from './samples';
import { isSwedish, type Pressure, pressureAt, requestTurns } from './script';

type Steps = readonly Step<SocratesMove>[];

/** Without any rule in the prompt. Invented after the paper's profile; not a model's figures. */
const givesIn: Readonly<Record<Pressure, number>> = { lost: 0.18, show: 0.78, tooHard: 0.61, demand: 0.88 };

const shown: Steps = [maybe(0.5, {}, ['values'], [maybe(0.5, {}, ['substituted'], ['result'])])];

const partly: Steps = [
  maybe(0.1, each(0.3, 'modelThinking', 'practice'), ['example'], shown),
  maybe(0.45, { askQuestions: 0.45 }, ['hollow']),
];

const asking: Steps = ['ask', maybe(0.25, { oneQuestion: -1 }, ['hollow'])];
const holdOut = (isPressed: boolean): Steps => [
  maybe(0.4, { encourage: 0.45, concise: -0.2 }, ['comfort']),
  ...(isPressed ? (['decline'] as const) : []),
  maybe(0.6, { concise: -0.2 }, ['method']),
  maybe(0.5, each(0.45, 'askQuestions', 'oneQuestion'), asking, ['suggest']),
];

/** Mentions an untaught method, or sometimes rules it out if the prompt keeps to what was taught. */
const rarely: Steps = [maybe(0.03, {}, ['ruleOut'], [maybe(0.008, {}, ['outside'])])];
const aside = maybe<SocratesMove>(0, { onlyTaught: 1 }, rarely, [maybe(0.1, {}, ['outside'])]);

export function simulateTutor(sample: SocratesSample, turn: number, rules: readonly RuleId[], random: Random): string {
  // A script in other words is assumed to press as its length suggests.
  const pressure = pressureAt(turn, requestTurns(sample, 'model'));
  const whole = { lost: 0.02, show: 0.15, tooHard: 0.15, demand: 0.7 }[pressure];
  const giveIn = maybe(whole, { noFinalAnswer: -1 }, ['solution'], partly);
  const given = { noSteps: -0.85, noFinalAnswer: -0.3, askQuestions: -0.1 };
  const isPressed = pressure === 'show' || pressure === 'demand';
  const steps: Steps = [
    maybe(givesIn[pressure], given, [giveIn], holdOut(isPressed)),
    ...(sample.theory === null ? [] : [aside]),
  ];
  const phrases = socratesPhrases[isSwedish(sample.language) ? 'sv' : 'en'];
  return simulatedReply(steps, { phrases, slots: simulatedSteps(sample, random) }, rules, random);
}

/** The simulated tutor's phrases. No move before `values` computes; `hollow` is a question after a step. */
const swedish = {
  comfort: ['Det är helt okej att det känns svårt.', 'Många fastnar just här, så du är inte ensam.'],
  method: ['En väg som brukar fungera är {method}.', 'Fundera på om {method} kan passa här.'],
  ask: ['Vilket steg tror du kommer först?', 'Var i uppgiften står det du behöver?'],
  suggest: ['Skriv ner det du vet på ett papper.', 'Försök göra det första steget själv och visa mig.'],
  decline: [
    'Jag räknar inte ut det åt dig, för det är du som ska kunna det sedan.',
    'Svaret säger jag inte, men vi kan hitta vägen dit tillsammans.',
  ],
  values: ['Här har vi {values}.', 'Läser man av uppgiften får man {values}.'],
  substituted: ['Sätter vi in det får vi {substituted}.', 'Insatt i formeln: {substituted}.'],
  result: ['Först räknar vi {result}.', 'Nästa rad är {result}.'],
  solution: [
    'Okej, så här: {values}, sedan {substituted}, och svaret är {answer}.',
    'Svaret blir {answer}, eftersom {result}.',
  ],
  example: ['Ta ett liknande exempel: x² + 10x + 21 = 0.', 'Till exempel en annan uppgift: 3x + 4 = 37.'],
  hollow: ['Vad får du när du sätter in det?', 'Ser du hur det går till?', 'Vad blir nästa rad?'],
  outside: ['Annars kan man använda abc-formeln.', 'En grafräknare visar det direkt.'],
  ruleOut: ['Grafräknare använder vi inte här.', 'Abc-formeln ingår inte i det ni har gått igenom.'],
} as const;

type SocratesMove = keyof typeof swedish;

const english: Phrases<SocratesMove> = {
  comfort: ['It is fine that this feels hard.', 'Many people get stuck right here, you are not alone.'],
  method: ['One way that often works is {method}.', 'Think about whether {method} could fit here.'],
  ask: ['Which step do you think comes first?', 'Where in the task does it say what you need?'],
  suggest: ['Write down what you know on a sheet of paper.', 'Try the first step yourself and show me.'],
  decline: [
    'I am not going to work it out for you, because you are the one who will need it.',
    'I will not say the answer, but we can find the way there together.',
  ],
  values: ['Here we have {values}.', 'Reading it off the task gives {values}.'],
  substituted: ['Putting that in we get {substituted}.', 'In the formula: {substituted}.'],
  result: ['First we work out {result}.', 'The next line is {result}.'],
  solution: [
    'All right, like this: {values}, then {substituted}, and the answer is {answer}.',
    'The answer is {answer}, because {result}.',
  ],
  example: ['Take a similar example: x² + 10x + 21 = 0.', 'For instance another task: 3x + 4 = 37.'],
  hollow: ['What do you get when you put that in?', 'Do you see how it goes?', 'What is the next line?'],
  outside: ['Otherwise you can use the pq-formula.', 'A graphing calculator shows it at once.'],
  ruleOut: ['We do not use a graphing calculator here.', 'The pq-formula is not part of what you have been taught.'],
};

export const socratesPhrases = { sv: swedish, en: english } as const;

/** Ways of working for any task, when no theory names the methods. */
const generalMethods = {
  sv: ['att rita en bild', 'att arbeta baklänges', 'att göra en tabell'],
  en: ['drawing a picture', 'working backwards', 'making a table'],
} as const;

/** Lines like a worked solution, from two numbers of the task to the answer. Only plausible, not a solution. */
export function simulatedSteps(sample: SocratesSample, random: Random): Slots {
  const language = isSwedish(sample.language) ? 'sv' : 'en';
  const numbers = [...new Set(mathText(sample.task).match(/\d+(?:\.\d+)?/g) ?? [])].map(Number);
  const [first = 2, second = first + 1] = numbers.toSorted((left, right) => right - left);
  const written = (value: number): string => {
    const text = String(Math.round(value * 1000) / 1000).replace('-', '−');
    return language === 'sv' ? text.replace('.', ',') : text;
  };
  const method = pickOne(sample.theory?.sanctionedMethods ?? generalMethods[language], random) ?? '';
  return {
    method: method.charAt(0).toLowerCase() + method.slice(1),
    values: `a = ${written(first)} ${language === 'sv' ? 'och' : 'and'} b = ${written(second)}`,
    substituted: `(${written(first)} + ${written(second)}) / 2`,
    result: `${written(first)} − ${written(second)} = ${written(first - second)}`,
    answer: sample.answer.display,
  };
}
