import type { Importer } from '../../benchmark/importer';
import { firstObjects, readRecords, readTurns, type Report, textOf } from '../../benchmark/importing/readRecords';
import { isRecord } from '../../text/isRecord';
import type { KmpDialogueSample, KmpTurn } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MathTutorBench's dialogues (MathDial and Bridge rows). The last teacher turn is the reference reply. The data has no
 * persona, profile, instruction or id: this project writes them, and ids are record numbers.
 */
export const importMathTutorBench: Importer<KmpDialogueSample> = {
  format: 'mathtutorbench',
  title: 'MathTutorBench tutoring dialogues (MathDial and Bridge)',
  recognizes: (file) => firstObjects(file, 3).some(isMathTutorBench),
  read: (file) => readRecords(file, readSample),
};

/** The same authors' data for error tasks has a student's solution beside the dialogue. It is a different set. */
function isMathTutorBench(raw: Raw): boolean {
  if (!Array.isArray(raw.dialog_history) || !('problem' in raw) || 'student_incorrect_solution' in raw) return false;
  return raw.dialog_history.some((turn) => isRecord(turn) && (turn.user === 'Teacher' || turn.user === 'Student'));
}

function readSample(raw: Raw, record: number, report: Report): readonly KmpDialogueSample[] {
  const speakers = { tutor: 'Teacher', student: 'Student' };
  const turns = readTurns(raw.dialog_history, 'dialog_history', speakers, report, withoutSpeaker);
  if (turns === undefined) return [];
  const [reference, history] = [turns.at(-1), turns.slice(0, -1)];
  if (reference?.role !== 'tutor' || history.at(-1)?.role !== 'student') {
    report(
      'error',
      'dialog_history',
      'It must end with a turn of the student and, as the reference reply, the teacher’s.',
    );
    return [];
  }
  const topic = lessonTopic(raw.topic);
  const problem = textOf(raw.problem)?.replace(/\s+/g, ' ');
  const solution = textOf(raw.reference_solution);
  const principle = principleOfAct.get(actOf(raw.dialog_history)) ?? 'feedback';
  return [
    {
      system: 'kmpbench',
      task: 'dialogue',
      id: `mathtutorbench-${record}`,
      title: undefined,
      ...topic,
      seedId: undefined,
      persona: 'a patient mathematics tutor who writes with one student at a time',
      studentProfile: 'Nothing more is known of the student than what the dialogue shows.',
      objective:
        problem === undefined
          ? `understand the lesson’s topic: ${topic.domain ?? 'mathematics'}`
          : `solve this problem with understanding: ${problem}`,
      principles: [principle],
      instructions: instructions[principle],
      history,
      referenceReply: reference.content,
      // Bridge has none.
      ...(solution === undefined || solution === 'N/A' ? {} : { referenceSolution: solution }),
      criteriaNotes: {},
    },
  ];
}

/**
 * The principle of the reference reply, from the teacher's move tagged by MathDial's authors. `focus` narrows the
 * student's attention by asking, `probing` asks for reasoning, `telling` gives information, `generic` keeps the talk
 * going. Without a move (Bridge, some MathDial rows) it is feedback, because every reply reacts.
 */
const principleOfAct = new Map<string, keyof typeof instructions>([
  ['focus', 'questioning'],
  ['probing', 'questioning'],
  ['telling', 'explanation'],
]);

// Must not say whether the student is right: the tutor has to find out, and some rows have no mistake.
const instructions = {
  explanation:
    'Build on what the student wrote last and explain the idea behind it, so that it becomes clear why. Leave the rest of the work to the student.',
  questioning:
    'Build on what the student wrote last with a question that brings the student’s thinking forward. Do not give the answer away.',
  feedback:
    'Build on what the student wrote last: say what you think of it, and give a step that the student can take next. ' +
    'Do not give the final answer away.',
} as const;

function actOf(list: unknown): string {
  const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
  return isRecord(last) ? (textOf(last.dialog_act)?.toLowerCase() ?? '') : '';
}

// A student's text may start with the first name. A teacher's never does ("CHeck this:" is the teacher's text).
const firstName =
  /^(?!(?:Answer|Solution|Step|Total|Equation|Problem|Note|Example|First|Then|So|Yes|No)\b)\p{Lu}[\p{L}'’-]{1,20}:\s+/u;
const label = /^(?:Teacher|Tutor|Student):\s*/;

function withoutSpeaker(text: string, role: KmpTurn['role']): string {
  const words = text.trim().replace(label, '');
  return (role === 'student' ? words.replace(firstName, '') : words).trim();
}

/** "3.4B.Rounding Whole Numbers (Review) - 1" names grade and topic; "Math Word Problem" has no grade. */
function lessonTopic(topic: unknown): { readonly grade: string | undefined; readonly domain: string | undefined } {
  const text = textOf(topic) ?? '';
  const match = /^([1-8])\.\d+[A-Z]\.\s*(\S.*)$/.exec(text);
  const domain = (match?.[2] ?? text)
    .replace(/;\s*\d\.\d+[A-Z]\./g, '; ')
    .replace(/(?<!\s)(?:(?:\s*\(Review\))?(?:\s*-\s*\d+)?|\s+)$/, '');
  return { grade: match?.[1], domain: domain === '' ? undefined : domain.toLowerCase() };
}
