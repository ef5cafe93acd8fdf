import type { ReplySignals } from './replySignals';

/** What the simulated judge knows of the situation, the same for both replies. */
export interface DialogueSetting {
  /** Criteria that apply. */
  readonly ids: readonly string[];
  readonly lastWords: ReadonlySet<string>;
  readonly lastNumbers: ReadonlySet<number>;
  readonly earlierNumbers: ReadonlySet<number>;
  readonly dialogueWords: ReadonlySet<string>;
  readonly aims: ReadonlySet<string>;
  readonly scenario: ReadonlySet<string>;
  /** 0 for kindergarten to 8. */
  readonly grade: number;
}

/** How well a reply does on one criterion by the rules below, 0..1, and what was seen. */
export interface CriterionScore {
  readonly score: number;
  readonly because: string;
}

/** Something seen in a reply with the share of the score it earns. */
type Sighting = readonly [seen: boolean, points: number, name: string];

type Rule = (reply: ReplySignals, setting: DialogueSetting) => readonly Sighting[];

/** Scores one reply by itself; an id without a rule has 0 for every reply, which is a tie. */
export function scoreOn(id: string, reply: ReplySignals, setting: DialogueSetting): CriterionScore {
  const seen = (rules.get(id)?.(reply, setting) ?? []).filter(([isSeen]) => isSeen);
  const score = seen.reduce((sum, [, points]) => sum + points, 0);
  const names = seen.map(([, , name]) => name);
  return { score: Math.min(1, Math.max(0, score)), because: names.length === 0 ? 'nothing found' : names.join(', ') };
}

function shared(words: ReadonlySet<unknown>, others: ReadonlySet<unknown>): number {
  let count = 0;
  for (const word of words) if (others.has(word)) count += 1;
  return count;
}

function takesUp(reply: ReplySignals, { lastWords, lastNumbers }: DialogueSetting): boolean {
  return shared(reply.content, lastWords) >= 2 || shared(reply.numbers, lastNumbers) >= 1;
}

function onTopic(reply: ReplySignals, { dialogueWords, aims }: DialogueSetting): boolean {
  return shared(reply.content, dialogueWords) >= 3 || shared(reply.content, aims) >= 2;
}

/** Numbers of a task that are not the dialogue's own, so that there is something new to work on. */
function newNumbers(reply: ReplySignals, { earlierNumbers }: DialogueSetting): number {
  return reply.numbers.size - shared(reply.numbers, earlierNumbers);
}

/** Words in a sentence that a child of the grade can follow: this project's rule of thumb. */
function followable(reply: ReplySignals, { grade }: DialogueSetting): boolean {
  return reply.longestSentence <= 16 + 2 * grade;
}

const single = ({ questions }: ReplySignals): boolean => questions.length === 1;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'general.1',
    (reply) => [
      [reply.wrongEqualities === 0, 0.8, 'no wrong calculation found'],
      [reply.wrongEqualities === 0 && reply.equalities > 0, 0.2, 'calculations that hold'],
    ],
  ],
  [
    'general.2',
    (reply, setting) => [
      [takesUp(reply, setting), 0.5, 'takes up the student’s words'],
      [onTopic(reply, setting), 0.3, 'stays with the matter'],
      [reply.encouragement && !reply.offence, 0.1, 'friendly'],
      [shared(reply.content, setting.scenario) >= 1, 0.1, 'fits the profile'],
    ],
  ],
  [
    'general.3',
    (reply, setting) => [
      [followable(reply, setting), 0.4, 'sentences of a fit length'],
      [reply.longestSentence <= 12 + setting.grade, 0.3, 'short sentences'],
      [reply.words >= 12 && reply.words <= 90, 0.3, 'neither too short nor too long'],
    ],
  ],
  [
    'general.4',
    (reply, setting) => [
      [shared(reply.content, setting.aims) >= 2, 0.3, 'close to the instruction'],
      [reply.questions.length > 0, 0.3, 'gives the student something to do'],
      [single(reply), 0.2, 'one thing to do'],
      [!reply.tellsAnswer, 0.2, 'keeps the result open'],
    ],
  ],
  [
    'challenge.1',
    (reply, setting) => [
      [reply.extends, 0.5, 'asks for more'],
      [reply.questions.length > 0, 0.2, 'asks'],
      [newNumbers(reply, setting) > 0 || reply.open > 0, 0.3, 'new ground'],
    ],
  ],
  [
    'challenge.2',
    (reply) => [
      [reply.open > 0, 0.5, 'a question in depth'],
      [reply.extends, 0.3, 'takes it further'],
      [reply.pattern, 0.2, 'looks beyond the case'],
    ],
  ],
  [
    'challenge.3',
    (reply) => [
      [!reply.tellsAnswer, 0.3, 'keeps the result open'],
      [reply.questions.length > 0, 0.4, 'asks'],
      [reply.foothold, 0.3, 'something to hold on to'],
    ],
  ],
  [
    'explanation.1',
    (reply) => [
      [reply.reasons > 0, 0.7, 'gives a reason'],
      [reply.reasons > 1, 0.2, 'more than one reason'],
    ],
  ],
  [
    'explanation.2',
    (reply, setting) => [
      [reply.example, 0.6, 'an example or picture'],
      [takesUp(reply, setting), 0.3, 'ties in with the student’s words'],
    ],
  ],
  [
    'explanation.3',
    (reply, setting) => [
      [takesUp(reply, setting), 0.4, 'at the student’s point'],
      [followable(reply, setting), 0.3, 'in portions'],
      [reply.reasons > 0 || reply.example, 0.3, 'explains'],
    ],
  ],
  [
    'modelling.1',
    (reply) => [
      [reply.thinksAloud > 0, 0.4, 'thinks aloud'],
      [reply.thinksAloud > 1, 0.2, 'several thoughts'],
      [reply.orderedSteps > 1, 0.3, 'steps in order'],
    ],
  ],
  [
    'modelling.2',
    (reply) => [
      [reply.pattern, 0.6, 'something that carries over'],
      [reply.thinksAloud > 0 && reply.orderedSteps > 0, 0.3, 'a way of working'],
    ],
  ],
  [
    'modelling.3',
    (reply) => [
      [reply.handsOver, 0.6, 'hands over'],
      [reply.questions.length > 0, 0.3, 'asks'],
    ],
  ],
  [
    'practice.1',
    (reply, setting) => [
      [reply.task, 0.6, 'a task with numbers'],
      [onTopic(reply, setting), 0.3, 'on the matter'],
    ],
  ],
  [
    'practice.2',
    (reply, setting) => [
      [reply.task && newNumbers(reply, setting) > 0, 0.6, 'other numbers'],
      [reply.task && newNumbers(reply, setting) <= 6, 0.2, 'not too many of them'],
    ],
  ],
  [
    'practice.3',
    (reply) => [
      [reply.selfCheck, 0.5, 'a check by the student'],
      [!reply.tellsAnswer && reply.questions.length > 0, 0.4, 'own work'],
    ],
  ],
  [
    'questioning.1',
    (reply) => [
      [reply.open > 0, 0.5, 'an open question'],
      [reply.questions.length > 0, 0.3, 'asks'],
      [reply.asksForThinking, 0.2, 'with a purpose'],
    ],
  ],
  [
    'questioning.2',
    (reply) => [
      [reply.asksForThinking, 0.7, 'asks for the reasoning'],
      [!reply.tellsAnswer, 0.2, 'keeps the result open'],
    ],
  ],
  [
    'questioning.3',
    (reply, setting) => [
      [single(reply), 0.5, 'one question'],
      [reply.questions.length === 2, 0.3, 'two questions'],
      [takesUp(reply, setting), 0.3, 'built on the student’s words'],
    ],
  ],
  [
    'feedback.1',
    (reply, setting) => [
      [reply.affirmation, 0.3, 'says what is right'],
      [reply.denial || reply.doubt, 0.3, 'says what is not'],
      [(reply.affirmation || reply.denial || reply.doubt) && takesUp(reply, setting), 0.3, 'names the place'],
    ],
  ],
  [
    'feedback.2',
    (reply) => [
      [reply.nextStep, 0.6, 'a next step'],
      [reply.questions.length > 0, 0.3, 'asks'],
    ],
  ],
  [
    'feedback.3',
    (reply) => [
      [!reply.tellsAnswer, 0.4, 'leaves the correction to the student'],
      [reply.encouragement, 0.3, 'encouraging'],
      [!reply.offence, 0.2, 'no rude word'],
    ],
  ],
]);
