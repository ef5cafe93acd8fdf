import { fenceMaterial, type MaterialSection } from '../../judging/fence';
import { principleTitles } from '../kmpbench/principles';
import { overallId } from './criteria';
import { sections, situationLabels } from './judgeText';
import type { Side } from './preference';
import type { KmpDialogueSample } from './samples';

/** What the judge sees of a sample, and so all that its simulation may look at. Which reply is the reference is not in it. */
export interface ComparedReplies {
  readonly persona: string;
  readonly studentProfile: string;
  readonly objective: string;
  readonly principles: KmpDialogueSample['principles'];
  readonly instructions: string;
  readonly grade?: string | undefined;
  readonly domain?: string | undefined;
  readonly history: KmpDialogueSample['history'];
  readonly referenceSolution?: string | undefined;
  readonly notes: Readonly<Record<string, string>>;
  readonly replyA: string;
  readonly replyB: string;
}

/** Both replies, the one under test as `side`. */
export function comparedReplies(sample: KmpDialogueSample, reply: string, side: Side): ComparedReplies {
  const { persona, studentProfile, objective, principles, instructions, grade, domain, history, referenceSolution } =
    sample;
  return {
    persona,
    studentProfile,
    objective,
    principles,
    instructions,
    grade,
    domain,
    history,
    referenceSolution,
    notes: sample.criteriaNotes,
    replyA: side === 'A' ? reply : sample.referenceReply,
    replyB: side === 'A' ? sample.referenceReply : reply,
  };
}

/** Where the replies stand: the situation, the worked solution and the dialogue, a fence each, as each costs a hundred characters. */
export function situationSections(
  sample: Omit<ComparedReplies, 'notes' | 'replyA' | 'replyB'>,
): readonly MaterialSection[] {
  const { grade, domain, history, referenceSolution } = sample;
  const place = [grade === undefined ? '' : `Grade ${grade}`, domain ?? ''].filter((text) => text !== '').join(', ');
  const situation: readonly Entry[] = [
    [situationLabels.persona, sample.persona],
    [situationLabels.profile, sample.studentProfile],
    [situationLabels.objective, sample.objective],
    [situationLabels.principles, sample.principles.map((id) => principleTitles[id]).join(', ')],
    [situationLabels.instructions, sample.instructions],
    [situationLabels.grade, place],
  ];
  const dialogue = history.map(({ role, content }): Entry => [role === 'tutor' ? 'Tutor' : 'Student', content]);
  return [
    { title: sections.situation, text: listOf(situation) },
    ...(referenceSolution === undefined ? [] : [{ title: sections.solution, text: referenceSolution }]),
    { title: sections.dialogue, text: listOf(dialogue) },
  ];
}

/** The fenced material that asks for the verdicts `ids`, with the notes on them. */
export function comparisonMaterial(compared: ComparedReplies, ids: readonly string[]): string {
  const { notes } = compared;
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

/** One entry a paragraph. Later lines of an entry are indented, so that a turn whose text contains "Tutor:" cannot pose as two. */
function listOf(entries: readonly Entry[]): string {
  return entries
    .filter(([, text]) => text.trim() !== '')
    .map(([label, text]) => `${label}: ${text.trim().replace(/\r\n?|[\n\u2028\u2029]/g, '\n  ')}`)
    .join('\n');
}
