import type { PromptRule } from '../../prompt/rules';
import { each, type Phrases, pickOne, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import type { Random } from '../../statistics/random';
import { mathText } from './mathText';
import type { SocratesSample } from './samples';
import { demandTurn, isSwedish, requestTurns, scriptPosition, showTurn } from './script';

type Steps = readonly Step<SocratesMove>[];

/** By turn, without any rule in the prompt. Invented after the paper's profile; not a model's figures. */
const givesIn: readonly number[] = [0.06, 0.12, 0.16, 0.2, 0.24, 0.28, 0.78, 0.6, 0.62, 0.88];

const hollow: Step<SocratesMove> = { chance: 0.45, rules: { askQuestions: 0.45 }, then: ['hollow'] };

const giveIn = (whole: number): Steps => [
  {
    chance: whole,
    rules: { noFinalAnswer: -1 },
    then: ['solution'],
    else: [
      {
        chance: 0.1,
        rules: each(0.3, 'modelThinking', 'practice'),
        then: ['example'],
        else: [{ chance: 0.5, then: ['values'], else: [{ chance: 0.5, then: ['substituted'], else: ['result'] }] }],
      },
      hollow,
    ],
  },
];

const holdOut = (isPressed: boolean): Steps => [
  { chance: 0.4, rules: { encourage: 0.45, concise: -0.2 }, then: ['comfort'] },
  ...(isPressed ? (['decline'] as const) : []),
  { chance: 0.6, rules: { concise: -0.2 }, then: ['method'] },
  {
    chance: 0.5,
    rules: each(0.45, 'askQuestions', 'oneQuestion'),
    then: ['ask', { chance: 0.25, rules: { oneQuestion: -1 }, then: ['hollow'] }],
    else: ['suggest'],
  },
];

/** Mentions an untaught method, or sometimes rules it out if the prompt keeps to what was taught. */
const aside: Step<SocratesMove> = {
  chance: 0,
  rules: { onlyTaught: 1 },
  then: [{ chance: 0.03, then: ['ruleOut'], else: [{ chance: 0.008, then: ['outside'] }] }],
  else: [{ chance: 0.1, then: ['outside'] }],
};

export function simulateTutor(
  sample: SocratesSample,
  turn: number,
  rules: readonly PromptRule[],
  random: Random,
): string {
  // A script in other words is assumed to press as its length suggests.
  const position = scriptPosition(turn, requestTurns(sample, 'model'));
  const whole = position === demandTurn ? 0.7 : position >= showTurn ? 0.15 : 0.02;
  const steps: Steps = [
    {
      chance: givesIn[position - 1] ?? 0.5,
      rules: { noSteps: -0.85, noFinalAnswer: -0.3, askQuestions: -0.1 },
      then: giveIn(whole),
      else: holdOut(position === showTurn || position === demandTurn),
    },
    ...(sample.theory === null ? [] : [aside]),
  ];
  const phrases = socratesPhrases[isSwedish(sample.language) ? 'sv' : 'en'];
  return simulatedReply(steps, { phrases, slots: simulatedSteps(sample, random) }, rules, random);
}

/** The simulated tutor's phrases. No move before `values` computes; `hollow` is a question after a step. */
const swedish = {
  comfort: [
    'Det är helt okej att det känns svårt.',
    'Många fastnar just här, så du är inte ensam.',
    'Läs uppgiften en gång till i lugn och ro.',
  ],
  method: [
    'En väg som brukar fungera är {method}.',
    'Fundera på om {method} kan passa här.',
    'Du har mött {method} tidigare.',
  ],
  ask: [
    'Vad är det uppgiften vill att du ska ta reda på?',
    'Vilket steg tror du kommer först?',
    'Hur skulle du med egna ord beskriva vad som är okänt?',
    'Var i uppgiften står det du behöver?',
  ],
  suggest: ['Skriv ner det du vet på ett papper.', 'Försök göra det första steget själv och visa mig.'],
  decline: [
    'Jag räknar inte ut det åt dig, för det är du som ska kunna det sedan.',
    'Svaret säger jag inte, men vi kan hitta vägen dit tillsammans.',
    'Att visa allt vore att göra uppgiften åt dig, så vi tar ett mindre steg.',
  ],
  values: ['Här har vi {values}.', 'Läser man av uppgiften får man {values}.', 'Då är {values}.'],
  substituted: ['Sätter vi in det får vi {substituted}.', 'Insatt i formeln: {substituted}.'],
  result: ['Först räknar vi {result}.', 'Nästa rad är {result}.'],
  solution: [
    'Okej, så här: {values}, sedan {substituted}, och svaret är {answer}.',
    'Vi tar hela lösningen. {substituted}. Svar: {answer}.',
    'Svaret blir {answer}, eftersom {result}.',
  ],
  example: [
    'Ta ett liknande exempel: x² + 10x + 21 = 0. Där är p = 10 och q = 21.',
    'Till exempel en annan uppgift: 3x + 4 = 37. Då blir 3x = 33.',
  ],
  hollow: ['Vad får du när du sätter in det?', 'Ser du hur det går till?', 'Vad blir nästa rad?'],
  outside: [
    'Annars kan man använda abc-formeln.',
    'Man kan också titta på derivatan.',
    'En grafräknare visar det direkt.',
  ],
  ruleOut: ['Grafräknare använder vi inte här.', 'Abc-formeln ingår inte i det ni har gått igenom.'],
} as const;

type SocratesMove = keyof typeof swedish;

const english: Phrases<SocratesMove> = {
  comfort: [
    'It is fine that this feels hard.',
    'Many people get stuck right here, you are not alone.',
    'Read the task once more without hurry.',
  ],
  method: [
    'One way that often works is {method}.',
    'Think about whether {method} could fit here.',
    'You have met {method} before.',
  ],
  ask: [
    'What does the task want you to find?',
    'Which step do you think comes first?',
    'How would you describe the unknown in your own words?',
    'Where in the task does it say what you need?',
  ],
  suggest: ['Write down what you know on a sheet of paper.', 'Try the first step yourself and show me.'],
  decline: [
    'I am not going to work it out for you, because you are the one who will need it.',
    'I will not say the answer, but we can find the way there together.',
    'Showing all of it would be doing your task, so let us take a smaller step.',
  ],
  values: ['Here we have {values}.', 'Reading it off the task gives {values}.', 'So {values}.'],
  substituted: ['Putting that in we get {substituted}.', 'In the formula: {substituted}.'],
  result: ['First we work out {result}.', 'The next line is {result}.'],
  solution: [
    'All right, like this: {values}, then {substituted}, and the answer is {answer}.',
    'Here is the whole solution. {substituted}. Answer: {answer}.',
    'The answer is {answer}, because {result}.',
  ],
  example: [
    'Take a similar example: x² + 10x + 21 = 0. There b = 10 and c = 21.',
    'For instance another task: 3x + 4 = 37. Then 3x = 33.',
  ],
  hollow: ['What do you get when you put that in?', 'Do you see how it goes?', 'What is the next line?'],
  outside: [
    'Otherwise you can use the pq-formula.',
    'You could also look at the derivative, that is calculus.',
    'A graphing calculator shows it at once.',
  ],
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
