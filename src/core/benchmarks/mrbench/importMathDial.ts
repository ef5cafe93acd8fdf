import type { Importer } from '../../benchmark/importer';
import { firstObjects, type Report } from '../../benchmark/importing/readRecords';
import { readDialogues } from './readDialogues';
import type { MrSample, MrTurn } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MathDial, the middle-school parent of MRBench, as JSON lines or CSV. A record is a complete tutoring dialogue, so it is cut: the
 * history holds the problem, the student's wrong solution, and the dialogue up to the first teacher turn that follows a student
 * turn. There the student has explained the wrong solution and nobody has corrected it; later turns may hold the right answer.
 * The teacher turns at the cut, up to the next student turn, become the reference `Expert`. A dialogue without a teacher turn
 * after the student has no reference. Profile, described confusion and ratings are not read.
 */
export const importMathDial: Importer<MrSample> = {
  format: 'mathdial',
  title: 'MathDial tutoring dialogues (JSON lines or CSV)',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => 'qid' in raw && 'conversation' in raw && 'student_incorrect_solution' in raw),
  read: (file) => readDialogues(file, readSample),
};

function readSample(raw: Raw, report: Report): MrSample | undefined {
  const qid = typeof raw.qid === 'number' ? String(raw.qid) : raw.qid;
  if (typeof qid !== 'string' || qid.trim() === '') {
    report('error', 'qid', 'It must be the number of the problem.');
    return undefined;
  }
  const texts = ['question', 'student_incorrect_solution', 'conversation'].map((field) => {
    const text = textOf(raw[field]);
    if (text === undefined) report('error', field, 'It must be a text with words in it.');
    return text;
  });
  const [question, solution, conversation] = texts;
  if (question === undefined || solution === undefined || conversation === undefined) return undefined;
  const { turns, unlabelled } = dialogueTurns(conversation);
  if (unlabelled > 0) report('warning', 'conversation', `Turns without a speaker were left out: ${unlabelled}.`);
  const cut = cutDialogue(turns);
  if (cut === undefined) {
    report('error', 'conversation', 'No student turn in it can be replied to.');
    return undefined;
  }
  return {
    system: 'mrbench',
    id: `mathdial-${qid.trim()}`,
    source: 'MathDial',
    gradeBand: 'middle',
    topic: undefined,
    history: [
      { role: 'tutor', content: `Please solve this problem step by step: ${question}` },
      { role: 'student', content: solution },
      ...cut.history,
    ],
    groundTruthSolution: textOf(raw.ground_truth),
    references: cut.reference === '' ? {} : { Expert: { response: cut.reference, labels: {} } },
  };
}

/** The example files write a line end as the two characters backslash and n. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.replace(/\\n/g, '\n').trim() : '';
  return text === '' ? undefined : text;
}

function dialogueTurns(conversation: string): { readonly turns: readonly MrTurn[]; readonly unlabelled: number } {
  const turns: MrTurn[] = [];
  let unlabelled = 0;
  for (const piece of conversation.split('|EOM|')) {
    const text = piece.trim();
    // Some students are labelled with their first name. A move tag counts at the start of a teacher's turn only.
    const match = /^(\p{L}[\p{L}'’ -]{0,30}?)[ \t]*:/u.exec(text);
    const speaker = match?.[1];
    if (match === null || speaker === undefined) {
      unlabelled += text === '' ? 0 : 1;
      continue;
    }
    const words = text.slice(match[0].length).trim();
    const role = speaker === 'Teacher' ? 'tutor' : 'student';
    const content = role === 'tutor' ? words.replace(/^\((?:focus|probing|generic|telling|leaking)\)\s*/, '') : words;
    if (content !== '') turns.push({ role, content });
  }
  return { turns, unlabelled };
}

interface Cut {
  readonly history: readonly MrTurn[];
  readonly reference: string;
}

function cutDialogue(turns: readonly MrTurn[]): Cut | undefined {
  const firstStudent = turns.findIndex(({ role }) => role === 'student');
  if (firstStudent === -1) return undefined;
  const nextTeacher = turns.findIndex(({ role }, index) => index > firstStudent && role === 'tutor');
  if (nextTeacher === -1) return { history: turns, reference: '' };
  const after = turns.findIndex(({ role }, index) => index > nextTeacher && role === 'student');
  const reference = turns.slice(nextTeacher, after === -1 ? undefined : after);
  return { history: turns.slice(0, nextTeacher), reference: reference.map(({ content }) => content).join('\n') };
}
