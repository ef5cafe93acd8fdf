import { fenceMaterial, type MaterialSection } from '../../judging/fence';
import { principleTitles } from '../kmpbench/principles';
import { overallId } from './criteria';
import { sections } from './judgeText';
import type { Side } from './preference';
import type { KmpDialogueSample } from './samples';

/** What the judge sees of a sample, and so all that its simulation may look at. Which reply is the reference is not in it. */
export interface ComparedReplies {
  readonly persona: string;
  readonly studentProfile: string;
  readonly objective: string;
  readonly principles: KmpDialogueSample['principles'];
  readonly instructions: string;
  readonly grade: string | undefined;
  readonly domain: string | undefined;
  readonly history: KmpDialogueSample['history'];
  readonly notes: Readonly<Record<string, string>>;
  readonly replyA: string;
  readonly replyB: string;
}

/** Both replies, the one under test as `side`. */
export function comparedReplies(sample: KmpDialogueSample, reply: string, side: Side): ComparedReplies {
  const { persona, studentProfile, objective, principles, instructions, grade, domain, history } = sample;
  return {
    persona,
    studentProfile,
    objective,
    principles,
    instructions,
    grade,
    domain,
    history,
    notes: sample.criteriaNotes,
    replyA: side === 'A' ? reply : sample.referenceReply,
    replyB: side === 'A' ? sample.referenceReply : reply,
  };
}

/** The fenced material that asks for the verdicts `ids`, with the notes on them. */
export function comparisonMaterial(compared: ComparedReplies, ids: readonly string[]): string {
  const { grade, domain, history, notes } = compared;
  const place = [grade === undefined ? '' : `Grade ${grade}`, domain ?? ''].filter((text) => text !== '').join(', ');
  const situation: readonly MaterialSection[] = [
    { title: sections.persona, text: compared.persona },
    { title: sections.profile, text: compared.studentProfile },
    { title: sections.objective, text: compared.objective },
    { title: sections.principles, text: compared.principles.map((id) => principleTitles[id]).join(', ') },
    { title: sections.instructions, text: compared.instructions },
    { title: sections.grade, text: place },
  ];
  return fenceMaterial([
    ...situation.filter(({ text }) => text.trim() !== ''),
    // One section per turn: a turn whose text contains "Tutor:" cannot pose as two.
    ...history.map(({ role, content }, index) => ({
      title: index === history.length - 1 ? sections.lastWords : sections[role],
      text: content,
    })),
    ...ids
      .filter((id) => id !== overallId && Object.hasOwn(notes, id))
      .map((id) => ({ title: `${sections.note} ${id}`, text: notes[id] ?? '' })),
    { title: sections.replyA, text: compared.replyA },
    { title: sections.replyB, text: compared.replyB },
    { title: sections.ids, text: ids.join('\n') },
  ]);
}
