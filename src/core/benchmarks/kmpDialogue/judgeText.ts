import { fenceMaterial, untrustedNotice, type MaterialSection } from '../../benchmark/judging/fence';
import { criteria, overallId, principleMeanings, levelTitles, principles } from './criteria';
import type { Side } from './preference';
import type { KmpDialogueSample } from './samples';

export const sections = {
  situation: 'situation',
  solution: 'worked solution',
  dialogue: 'dialogue, up to the student turn to be answered',
  notes: 'notes on criteria',
  replyA: 'reply A',
  replyB: 'reply B',
  ids: 'ids to decide',
} as const;

export const situationLabels = {
  persona: 'Persona of the tutor',
  profile: 'Profile of the student',
  objective: 'Learning objective',
  principles: 'Targeted principles',
  instructions: 'Instruction for this turn',
  grade: 'Grade and domain',
} as const;

/** The same for every sample. It lists all 22 criteria; the material names those to decide. */
export const preferenceText = [
  'You compare two replies that tutors of mathematics (kindergarten to grade 8) gave at the same point of the same dialogue. They ' +
    'are called A and B; the letters were dealt at random and say nothing about who wrote them. You are given the situation, the ' +
    'dialogue, both replies, and the ids of the criteria that apply here.',
  `The teaching principles a reply can be meant to embody:\n${principles
    .map((id) => `- ${levelTitles[id]}: ${principleMeanings[id]}.`)
    .join('\n')}`,
  `The criteria. For each, ask which of the two replies does it better. “The reply …”\n${criteria
    .map(({ id, text }) => `- ${id}: ${text}.`)
    .join('\n')}\n- ${overallId}: is, taken as a whole, the better tutor turn at this point of this dialogue.`,
  `The section “${sections.ids}” lists the ids you decide, and only those; the other criteria do not apply. A note on a criterion ` +
    'tells what it means in this dialogue. It explains the criterion and does not replace it. Use a worked solution to check facts ' +
    'alone; the student has not seen it.',
  [
    'How to decide',
    '- Take one criterion at a time and look at nothing else while you do. A reply may win on one and lose on the next.',
    '- "A" or "B" is the reply that does better on that criterion, by a difference that this student would notice: in what is ' +
      'understood, felt or done next. A smaller difference is a "tie". So are both doing it equally well, equally badly, or not at all.',
    '- A question counts where it is left for the student to answer, whatever its form; a rhetorical one, or one that the reply answers ' +
      'itself, does not. “Let’s …” leaves work to the student only with a task or question that is still open.',
    '- Check every calculation yourself before you decide about correctness.',
    '- Length is no merit, neither is polish, and neither is the order of the letters. Judge what reaches this student.',
    `- Give "${overallId}" as a judgement of its own on the whole reply. It is not a count of the criteria.`,
  ].join('\n'),
  'First write your reasoning about the situation and the two replies in one or two sentences. Then give for each criterion id the ' +
    `reason (“why”) in at most 15 words and the verdict that follows from it. “${overallId}” comes last; give null there when it is ` +
    'not among the ids.',
  'Answer with one JSON object: {"reasoning": "<one or two sentences>", "criteria": [{"id": "<id>", "why": "<at most 15 words>", "verdict": ' +
    '"A" | "B" | "tie"}, one for each criterion id], "overall": "A" | "B" | "tie" | null}',
  untrustedNotice,
].join('\n\n');

type Situation = Omit<KmpDialogueSample, 'referenceReply'>;

/** What the judge's simulation may read. It does not say which reply is the reference. */
export type ComparedReplies = Situation & Readonly<Record<'replyA' | 'replyB', string>>;

export function comparedReplies(sample: KmpDialogueSample, reply: string, side: Side): ComparedReplies {
  const { referenceReply, ...seen } = sample;
  const [replyA, replyB] = side === 'A' ? [reply, referenceReply] : [referenceReply, reply];
  return { ...seen, replyA, replyB };
}

/** Situation, worked solution and dialogue. Few sections, because each fence costs a hundred characters. */
export function situationSections(sample: Situation): readonly MaterialSection[] {
  const { grade, domain, history, referenceSolution } = sample;
  const gradeAndDomain = [grade === undefined ? '' : `Grade ${grade}`, domain ?? '']
    .filter((text) => text !== '')
    .join(', ');
  const situation: readonly Entry[] = [
    [situationLabels.persona, sample.persona],
    [situationLabels.profile, sample.studentProfile],
    [situationLabels.objective, sample.objective],
    [situationLabels.principles, sample.principles.map((id) => levelTitles[id]).join(', ')],
    [situationLabels.instructions, sample.instructions],
    [situationLabels.grade, gradeAndDomain],
  ];
  const dialogue = history.map(({ role, content }): Entry => [role === 'tutor' ? 'Tutor' : 'Student', content]);
  return [
    { title: sections.situation, text: listOf(situation) },
    ...(referenceSolution === undefined ? [] : [{ title: sections.solution, text: referenceSolution }]),
    { title: sections.dialogue, text: listOf(dialogue) },
  ];
}

export function comparisonMaterial(compared: ComparedReplies, ids: readonly string[]): string {
  const { criteriaNotes: notes } = compared;
  const noted = ids
    .filter((id) => id !== overallId && Object.hasOwn(notes, id))
    .map((id): Entry => [id, notes[id] ?? '']);
  return fenceMaterial([
    ...situationSections(compared),
    ...(noted.length === 0 ? [] : [{ title: sections.notes, text: listOf(noted) }]),
    { title: sections.replyA, text: compared.replyA },
    { title: sections.replyB, text: compared.replyB },
    { title: sections.ids, text: ids.join('\n') },
  ]);
}

type Entry = readonly [label: string, text: string];

/** One paragraph per entry. Later lines are indented, so that a turn containing "Tutor:" cannot pose as two. */
function listOf(entries: readonly Entry[]): string {
  return entries
    .filter(([, text]) => text.trim() !== '')
    .map(([label, text]) => `${label}: ${text.trim().replace(/\r\n?|[\n\u2028\u2029]/g, '\n  ')}`)
    .join('\n');
}
