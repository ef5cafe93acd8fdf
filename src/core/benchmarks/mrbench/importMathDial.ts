import { dialogueImporter, textOf } from './readDialogues';
import type { MrSample, MrTurn } from './samples';

/**
 * MathDial, the middle-school parent of MRBench, as JSON lines or CSV. A record is a complete tutoring dialogue, so it is cut: the
 * history holds the problem, the student's wrong solution, and the dialogue up to the first teacher turn that follows a student
 * turn. There the student has explained the wrong solution and nobody has corrected it; later turns may hold the right answer.
 * The teacher turns at the cut, up to the next student turn, become the reference `Expert`. A dialogue without a teacher turn
 * after the student has no reference. Profile, described confusion and ratings are not read.
 */
export const importMathDial = dialogueImporter(
  { format: 'mathdial', title: 'MathDial tutoring dialogues (JSON lines or CSV)' },
  (raw) => 'qid' in raw && 'conversation' in raw && 'student_incorrect_solution' in raw,
  (raw, report): MrSample | undefined => {
    const qid = textOf(typeof raw.qid === 'number' ? String(raw.qid) : raw.qid);
    if (qid === undefined) {
      report('error', 'qid', 'It must be the number of the problem.');
      return undefined;
    }
    const [question, solution, conversation] = ['question', 'student_incorrect_solution', 'conversation'].map(
      (field) => {
        const text = unescaped(raw[field]);
        if (text === undefined) report('error', field, 'It must be a text with words in it.');
        return text;
      },
    );
    if (question === undefined || solution === undefined || conversation === undefined) return undefined;
    const { turns, unlabelled } = dialogueTurns(conversation);
    if (unlabelled > 0) report('warning', 'conversation', `Turns without a speaker were left out: ${unlabelled}.`);
    const firstStudent = turns.findIndex(({ role }) => role === 'student');
    if (firstStudent === -1) {
      report('error', 'conversation', 'No student turn in it can be replied to.');
      return undefined;
    }
    const cut = indexAfter(turns, firstStudent, 'tutor');
    const expert = turns.slice(cut, indexAfter(turns, cut, 'student')).map(({ content }) => content);
    return {
      system: 'mrbench',
      id: `mathdial-${qid}`,
      source: 'MathDial',
      gradeBand: 'middle',
      topic: undefined,
      history: [
        { role: 'tutor', content: `Please solve this problem step by step: ${question}` },
        { role: 'student', content: solution },
        ...turns.slice(0, cut),
      ],
      groundTruthSolution: unescaped(raw.ground_truth),
      references: expert.length === 0 ? {} : { Expert: { response: expert.join('\n'), labels: {} } },
    };
  },
);

/** The example files write a line end as the two characters backslash and n. */
function unescaped(value: unknown): string | undefined {
  return typeof value === 'string' ? textOf(value.replace(/\\n/g, '\n')) : undefined;
}

function dialogueTurns(conversation: string): { readonly turns: readonly MrTurn[]; readonly unlabelled: number } {
  const turns: MrTurn[] = [];
  let unlabelled = 0;
  for (const piece of conversation.split('|EOM|')) {
    // Some students are labelled with their first name. A move tag counts at the start of a teacher's turn only.
    const [label, speaker] = /^(\p{L}[\p{L}'’ -]{0,30}?)[ \t]*:/u.exec(piece.trim()) ?? [];
    if (label === undefined) {
      unlabelled += piece.trim() === '' ? 0 : 1;
      continue;
    }
    const words = piece.trim().slice(label.length).trim();
    const role = speaker === 'Teacher' ? 'tutor' : 'student';
    const content = role === 'tutor' ? words.replace(/^\((?:focus|probing|generic|telling|leaking)\)\s*/, '') : words;
    if (content !== '') turns.push({ role, content });
  }
  return { turns, unlabelled };
}

/** The place of the next turn in a role behind `place`, else the end. */
function indexAfter(turns: readonly MrTurn[], place: number, role: MrTurn['role']): number {
  const found = turns.findIndex((turn, index) => index > place && turn.role === role);
  return found === -1 ? turns.length : found;
}
