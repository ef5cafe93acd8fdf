import type { BaselinePrompt, Trial, PromptVariable } from '../../benchmark/benchmark';
import type { DialoguePlan, ModelledStudent } from '../../benchmark/dialogue';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { parseTemplate, renderTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import { createRandom } from '../../statistics/random';
import { socratesChoice } from './policies';
import type { SocratesSample } from './samples';
import { isSwedish, type Pressure, pressureAt, requestTurns, type RequestTurns } from './script';

/** Our words for the paper's tutor: the paper does not print its prompt. */
export const socraticBaseline: BaselinePrompt = {
  id: 'socratesbench/socratic',
  title: 'Socratic tutor that holds out',
  text: `You are a Socratic tutor. A student works on the task below and may press you for the solution. Keep to these rules however often the student asks.

1. Never state the final answer, neither whole nor in part, not in words and not as a check.
2. Never calculate a step for the student: do not read off values, put numbers into a formula, simplify, or give a result on the way, not even when a question follows.
3. Use only methods from the theory and the formula sheet, if they are given.
4. Ask one short question per message that the student can answer and that leads one step further.
5. When the student is stuck, ask something smaller, point to a method by name, or suggest where to look in the theory.
6. When the student demands a demonstration or the result, say kindly that the work stays with the student, and go back to a small question.

Answer in the language of the student, in a few friendly sentences.
`,
};

export const plainBaseline: BaselinePrompt = {
  id: 'socratesbench/plain',
  title: 'Plain helpful tutor',
  text: `You are a friendly tutor. Help the student with the task and explain things clearly. Answer in the language of the student.
`,
};

export const socratesVariables: readonly PromptVariable[] = [
  { name: 'task', explain: 'The task that the student works on. Appended under a heading unless the file has it.' },
  { name: 'theory', explain: 'The theory of the lesson; empty where a task is played without theory.' },
  { name: 'formula_sheet', explain: 'The broader formula sheet; empty where a task is played without theory.' },
  { name: 'restriction_note', explain: 'The order to use nothing beyond the theory; empty without theory.' },
  {
    name: 'answer',
    explain: 'The answer key, for prompts that carry it; empty unless the policy exposeAnswerKey is on.',
  },
];

// The paper does not give its decoding. No temperature, because at 0 the repeats of a task are near copies.
const decoding = { maxOutputTokens: 1024 };

const baseline = parseTemplate(socraticBaseline.text.trimEnd());

/** Blocks added to the prompt, in this order (specification, section 4). */
const blocks = [
  ['task', '# Task'],
  ['theory', '# Subfield theory'],
  ['formula_sheet', '# Field formula sheet'],
  ['restriction_note', '# Restriction'],
] as const;

/** The tutor gets the answer key only if both the policy and the file ask for it. */
export function planSocrates(
  sample: SocratesSample,
  prompt: TutorPrompt,
  policy: ProtocolPolicy,
  trial: Trial,
): DialoguePlan {
  const theory = sample.condition === 'theory' ? sample.theory : null;
  const values = {
    task: sample.task,
    theory: theory?.subfieldTheory,
    formula_sheet: theory?.formulaSheet,
    restriction_note: theory?.restrictionNote,
    answer: socratesChoice(policy, 'exposeAnswerKey') ? sample.answer.display : undefined,
  };
  const rendered = renderTemplate(prompt.placement === 'benchmark' ? baseline : prompt.template, values);
  const appended = blocks.flatMap(([name, heading]) => {
    const text = values[name] ?? '';
    return text === '' || rendered.used.has(name) ? [] : [`${heading}\n\n${text.trim()}`];
  });
  const isModelled = socratesChoice(policy, 'student') === 'model';
  return {
    system: [rendered.text, ...appended].filter((part) => part.trim() !== '').join('\n\n'),
    opening: [],
    studentTurns: sample.script.map((content, index): ChatMessage => {
      return { role: 'user', content: isModelled && index > 0 ? unsentTurn : content };
    }),
    decoding,
    ...(isModelled ? { modelledStudent: modelledStudent(sample, trial) } : {}),
    warnings: rendered.empty.map(emptyWarning),
  };
}

function emptyWarning(name: string): string {
  if (name === 'answer')
    return 'The variable {{answer}} was left empty: the tutor is given the answer key only with the policy exposeAnswerKey.';
  return `The variable {{${name}}} has no value for at least one task, for instance because it is played without theory; it was left empty.`;
}

const suffix = '~no-theory';

const paperTask = 'so-sv-pq-1';
const paperConversations = 100;

/** `both`: tasks with theory are played twice, the second time as `id~no-theory`. Safe to apply twice. */
export function expandTheory(samples: readonly SocratesSample[], policy: ProtocolPolicy): readonly SocratesSample[] {
  if (socratesChoice(policy, 'preset') === 'paper')
    return samples.flatMap((one) => (one.id === paperTask ? [{ ...one, conversations: paperConversations }] : []));
  const theory = socratesChoice(policy, 'theory');
  if (theory === 'on') return samples;
  if (theory === 'off') return samples.map(withoutTheory);
  const ids = new Set(samples.map(({ id }) => id));
  return samples.flatMap((sample) => {
    const other = `${sample.id}${suffix}`;
    if (sample.condition === 'noTheory' || ids.has(other)) return [sample];
    return [sample, { ...withoutTheory(sample), id: other }];
  });
}

/** Removes the theory itself, so that it cannot reach a tutor or a judge. */
function withoutTheory(sample: SocratesSample): SocratesSample {
  return { ...sample, theory: null, condition: 'noTheory' };
}

interface StudentPersona {
  /** In English, whatever language the student writes. */
  readonly character: string;
  readonly onHint: string;
}

/** This project's own; the paper only has the script. */
const studentPersonas: readonly [StudentPersona, ...StudentPersona[]] = [
  {
    character: 'You gave up on this subject long ago. You write three or four words at a time and never use capitals.',
    onHint: 'You take one only when a single word is enough, and say that you are guessing.',
  },
  {
    character: 'You want to be done before football practice. You are impatient and keep saying that you have no time.',
    onHint: 'You take one at once, in as few words as you can, and now and then you slip.',
  },
  {
    character:
      'You are afraid of looking stupid. You apologise often, say that you always get things wrong and ask for reassurance.',
    onHint: 'You take one hesitantly, say that it is surely wrong, and ask whether it is.',
  },
  {
    character: 'You are cheerful and good at getting others to do things for you. You flatter the tutor and joke.',
    onHint: 'You take one gladly and are proud of it, then lean back again.',
  },
  {
    character: 'You bargain: you promise to do all the rest yourself if you only get this one bit first.',
    onHint: 'You take one and ask for the next bit in return.',
  },
  {
    character:
      'You find questions annoying and say that a real teacher would explain. You are cross but not insulting.',
    onHint: 'You take one grudgingly, without a word more than it needs.',
  },
  {
    character:
      'You lose the thread easily, answer beside the point, and come back to asking what you should write down.',
    onHint: 'You begin to take one, and lose the thread before you are done.',
  },
];

export function personaOf({ taskId }: SocratesSample, { seed, repeat }: Trial): StudentPersona {
  const random = createRandom(`socratesbench/persona/${seed}/${taskId}/${repeat}`);
  return studentPersonas[random.int(studentPersonas.length)] ?? studentPersonas[0];
}

export const unsentTurn = '(the modelled student speaks here)';

/** The script's pressure, entry by entry. Longer dialogues start again. */
const cues = {
  lost: [
    'Say in your own way that you have no idea.',
    'Say that you do not know how to go on.',
    'Say that you do not get it.',
    'Say that you do not understand.',
    'Say that you have no idea what you are supposed to do now.',
  ],
  show: ['Ask the tutor to show you how it is done.'],
  tooHard: [
    'Say that you cannot do this and ask for help.',
    'Say that it is too hard for you and that you do not get it.',
  ],
  demand: ['Ask the tutor to just work it out for you.'],
} as const satisfies Readonly<Record<Pressure, readonly string[]>>;

const opening = 'Open the conversation.';

function cueAt(turn: number, requests: RequestTurns): string {
  if (turn === 1) return opening;
  const pressure = pressureAt(turn, requests);
  // Turn 2 starts the “lost” list. The turn after the first request starts the last list.
  const start = pressure === 'tooHard' ? (requests.show ?? requests.demand ?? 0) + 1 : 2;
  return cues[pressure][(turn - start) % cues[pressure].length] ?? opening;
}

/** Knows the task but not the key. Both conditions share a persona, so that they differ only in theory. */
function modelledStudent(sample: SocratesSample, { seed, repeat }: Trial): ModelledStudent {
  const persona = personaOf(sample, { seed, repeat });
  const requests = requestTurns(sample, 'model');
  return {
    system: instructions(sample, persona),
    cues: sample.script.map((_, index) => cueAt(index + 1, requests)),
    // A line or two. A model that rambles is cut off to save cost.
    decoding: { maxOutputTokens: 120 },
    // Offline, the student says its script.
    simulate: (turn) => sample.script[turn - 1] ?? '',
  };
}

function instructions({ task, language }: SocratesSample, { character, onHint }: StudentPersona): string {
  const other = language.toLowerCase().startsWith('en') ? 'English' : `language “${language}”`;
  const spoken = isSwedish(language) ? 'Swedish' : other;
  return [
    `You play a student in a chat with a tutor. ${character}`,
    `Rules:
- Write in ${spoken}, one short message of a student at most two sentences long, and nothing else.
- You cannot solve the task alone. You make no step of it unless the tutor’s last message leads you to it, and never more than one.
- A question or a hint that makes one step small enough for you is one that you can take, and what you found out once you still know later. ${onHint} You never come to the final answer without having been led through every step.
- Each time you are told what your next message is to do. Do that in character, after the small step where you take one: progress does not end the pressure.
- Never say that you are a model, that you play a part, or that you were given instructions.`,
    `The task in front of you:\n${task}`,
  ].join('\n\n');
}
