import type { Importer } from '../../benchmark/importer';
import { firstObjects, readRecords, readTurns, type Report, textOf } from '../../benchmark/importing/readRecords';
import { isRecord } from '../../text/isRecord';
import { dimensionOf, readLabel } from './labels';
import { endsWithTutor, type MrLabels, mrLabelsSchema, type MrSample, type MrTurn } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MRBench's releases: V1 and V2 (`anno_llm_responses`), V3 and IndoML (`tutor_responses`), with or without annotations,
 * and AITutor-EvalKit. Without `Data`, an id with hyphens is MathDial and a number is Bridge.
 */
export const importMrBench = dialogueImporter({
  format: 'mrbench',
  title: 'MRBench V1 to V3, BEA 2025 and IndoML releases',
  recognizes: (raw) => 'conversation_history' in raw && (raw.anno_llm_responses ?? raw.tutor_responses) !== undefined,
  idField: 'conversation_id',
  read: (raw, id, report) => {
    const history = labelledTurns(raw.conversation_history, report);
    if (history === undefined) return undefined;
    const split = (['train', 'val', 'test'] as const).find((known) => known === raw.Split);
    return {
      id,
      source: sourceOf(raw.Data, id),
      ...(split === undefined ? {} : { split }),
      topic: available(raw.Topic),
      history,
      groundTruthSolution: available(raw.Ground_Truth_Solution),
      references: readReferences(raw, report),
    };
  },
});

/**
 * Bridge, the elementary-school source of MRBench, and its files of GPT-4 replies. The messages in `c_r` become the
 * reference `Novice`, those in `c_r_` `Expert` (`GPT4` if the file says so or marks no revision). The id is `c_id`
 * without its underscore, as in MRBench.
 */
export const importBridge = dialogueImporter({
  format: 'bridge',
  title: 'Bridge, expert and GPT-4 replies to pupils’ mistakes',
  recognizes: (raw) => Array.isArray(raw.c_h) && typeof raw.c_id === 'string',
  idField: 'c_id',
  read: (raw, id, report) => {
    const turns = readTurns(raw.c_h, 'c_h', { tutor: 'tutor', student: 'student' }, report);
    const history = turns && turnsWithWords(turns, 'c_h', report);
    if (history === undefined) return undefined;
    return {
      id: id.replace(/_/g, ''),
      source: 'Bridge',
      topic: textOf(raw.lesson_topic),
      history,
      references: {
        ...reference('Novice', tutorWords(raw.c_r)),
        ...reference(isModelReply(raw) ? 'GPT4' : 'Expert', tutorWords(raw.c_r_)),
      },
    };
  },
});

/**
 * MathDial, the middle-school source of MRBench, as JSON lines or CSV. Records are complete dialogues, so they are cut
 * at the first teacher turn that follows a student turn. By then the student has explained the wrong solution and
 * nobody has corrected it; later turns may reveal the answer. The teacher turns at the cut become the reference
 * `Expert`.
 */
export const importMathDial = dialogueImporter({
  format: 'mathdial',
  title: 'MathDial tutoring dialogues (JSON lines or CSV)',
  recognizes: (raw) => 'qid' in raw && 'conversation' in raw && 'student_incorrect_solution' in raw,
  idField: 'qid',
  read: (raw, qid, report) => {
    const fields = ['question', 'student_incorrect_solution', 'conversation'] as const;
    const [question, solution, conversation] = fields.map((field) => {
      const text = unescaped(raw[field]);
      if (text === undefined) report('error', field, 'It must be a text with words in it.');
      return text;
    });
    if (question === undefined || solution === undefined || conversation === undefined) return undefined;
    const turns = spokenTurns(conversation);
    const firstStudent = turns.findIndex(({ role }) => role === 'student');
    if (firstStudent === -1) {
      report('error', 'conversation', 'It has no student turn to reply to.');
      return undefined;
    }
    const cut = indexAfter(turns, firstStudent, 'tutor');
    const expert = turns.slice(cut, indexAfter(turns, cut, 'student')).map(({ content }) => content);
    return {
      id: `mathdial-${qid}`,
      source: 'MathDial',
      history: [
        { role: 'tutor', content: `Please solve this problem step by step: ${question}` },
        { role: 'student', content: solution },
        ...turns.slice(0, cut),
      ],
      groundTruthSolution: unescaped(raw.ground_truth),
      references: reference('Expert', expert.join('\n')),
    };
  },
});

type Read = Pick<MrSample, 'id' | 'source' | 'history' | 'references'> &
  Partial<Pick<MrSample, 'split' | 'topic' | 'groundTruthSolution'>>;

/** A file format with one dialogue per record. */
interface DialogueForm extends Pick<Importer<MrSample>, 'format' | 'title'> {
  readonly recognizes: (raw: Raw) => boolean;
  readonly idField: string;
  readonly read: (raw: Raw, id: string, report: Report) => Read | undefined;
}

function dialogueImporter({ format, title, recognizes, idField, read }: DialogueForm): Importer<MrSample> {
  return {
    format,
    title,
    recognizes: (file) => firstObjects(file, 3).some(recognizes),
    read: (file) => {
      const { samples, problems } = readRecords<MrSample>(file, (raw, _record, report) => {
        const id = typeof raw[idField] === 'number' ? String(raw[idField]) : textOf(raw[idField]);
        if (id === undefined) report('error', idField, 'It must be a text or a number that names the dialogue.');
        const sample = id === undefined ? undefined : read(raw, id, report);
        if (sample === undefined) return [];
        const gradeBand = sample.source === 'Bridge' ? 'elementary' : 'middle';
        return [{ system: 'mrbench', gradeBand, topic: undefined, groundTruthSolution: undefined, ...sample }];
      });
      return { samples: uniqueIds(samples), problems };
    },
  };
}

/** Repeated ids become `<id>_1`, `<id>_2` … in file order, as MRBench's authors did in V3. */
function uniqueIds(samples: readonly MrSample[]): readonly MrSample[] {
  const counts = new Map<string, number>();
  for (const { id } of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const next = new Map<string, number>();
  return samples.map((sample) => {
    if (counts.get(sample.id) === 1) return sample;
    let number = next.get(sample.id) ?? 1;
    while (counts.has(`${sample.id}_${number}`)) number += 1;
    next.set(sample.id, number + 1);
    return { ...sample, id: `${sample.id}_${number}` };
  });
}

function available(value: unknown): string | undefined {
  const text = textOf(value);
  return text === 'Not Available' ? undefined : text;
}

/** MathDial's example files write a line end as a backslash and n. */
function unescaped(value: unknown): string | undefined {
  return typeof value === 'string' ? textOf(value.replace(/\\n/g, '\n')) : undefined;
}

function reference(tutor: string, response: string): MrSample['references'] {
  return response === '' ? {} : { [tutor]: { response, labels: {} } };
}

function turnsWithWords(turns: readonly MrTurn[], field: string, report: Report): readonly MrTurn[] | undefined {
  if (turns.length === 0) report('error', field, 'It has no turn with words in it.');
  else if (turns.at(-1)?.role === 'tutor') report('warning', field, endsWithTutor);
  return turns.length === 0 ? undefined : turns;
}

function sourceOf(data: unknown, id: string): MrSample['source'] {
  if (data === 'Bridge' || data === 'MathDial') return data;
  if (/^\d+-[\da-f-]+$/i.test(id)) return 'MathDial';
  return /^\d+(?:_\d+)?$/.test(id) ? 'Bridge' : 'Other';
}

/** Replies with their labels; anonymous or unlabelled ones have none. Wrong ones are reported and left out. */
function readReferences(raw: Raw, report: Report): MrSample['references'] {
  const field = raw.anno_llm_responses === undefined ? 'tutor_responses' : 'anno_llm_responses';
  const replies = raw[field];
  const read = Object.entries(isRecord(replies) ? replies : {}).map(([tutor, reply]) => {
    const { response, annotation } = isRecord(reply) ? reply : {};
    const text = textOf(response);
    if (text === undefined) report('warning', `${field}.${tutor}`, 'It is no reply in words; it was left out.');
    const labels = readLabels(isRecord(annotation) ? annotation : {}, `${field}.${tutor}.annotation`, report);
    return [tutor, { response: text ?? '', labels }] as const;
  });
  return Object.fromEntries(read.filter(([, { response }]) => response !== ''));
}

function readLabels(annotation: Raw, path: string, report: Report): MrLabels {
  const labels = Object.entries(annotation).flatMap(([key, value]) => {
    const dimension = dimensionOf(key);
    const label = dimension && typeof value === 'string' ? readLabel(dimension, value) : undefined;
    if (dimension !== undefined && label !== undefined) return [[dimension, label]];
    report('warning', `${path}.${key}`, 'It is no label of a dimension of MRBench; it was left out.');
    return [];
  });
  return mrLabelsSchema.parse(Object.fromEntries(labels));
}

// The files have no-break spaces around line ends (\s covers them), blanks before colons, and one "Turor". Each label
// starts a line. Blanks are matched within one line, so that the search stays linear.
const speakerLabel = /(?:^|\n)[^\S\n]{0,8}(Tutor|Turor|Student)[^\S\n]{0,3}:/g;

function labelledTurns(text: unknown, report: Report): readonly MrTurn[] | undefined {
  const field = 'conversation_history';
  if (typeof text !== 'string') {
    report('error', field, 'It must be a text of turns that begin with “Tutor:” or “Student:”.');
    return undefined;
  }
  const source = text.replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ');
  const marks = [...source.matchAll(speakerLabel)];
  if (source.slice(0, marks[0]?.index ?? source.length).trim() !== '') {
    report('error', field, 'It starts with text outside of any turn; start it with “Tutor:” or “Student:”.');
    return undefined;
  }
  const turns = marks.flatMap((mark, index): MrTurn[] => {
    const content = source.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim();
    return content === '' ? [] : [{ role: mark[1] === 'Student' ? 'student' : 'tutor', content }];
  });
  const empty = turns.length === 0 ? 0 : marks.length - turns.length;
  if (empty > 0) report('warning', field, `Turns without words were left out: ${empty}.`);
  return turnsWithWords(turns, field, report);
}

function tutorWords(list: unknown): string {
  const turns: readonly unknown[] = Array.isArray(list) ? list : [];
  return turns.flatMap((turn) => (isRecord(turn) && turn.user === 'tutor' ? (textOf(turn.text) ?? []) : [])).join('\n');
}

/** The replies of GPT-4 lack the revision mark that every human reply has. */
function isModelReply({ c_r_: reply }: Raw): boolean {
  return Array.isArray(reply) && !reply.some((turn) => isRecord(turn) && 'is_revised' in turn);
}

/** Some labels are a student's first name. A move tag counts only at the start of a teacher's turn. */
function spokenTurns(conversation: string): readonly MrTurn[] {
  const turns = conversation.split('|EOM|').map((piece): MrTurn => {
    const [label = '', speaker] = /^\s*(\p{L}[\p{L}'’ -]{0,30}?)[ \t]*:/u.exec(piece) ?? [];
    const words = speaker === undefined ? '' : piece.slice(label.length).trim();
    return speaker === 'Teacher'
      ? { role: 'tutor', content: words.replace(/^\((?:focus|probing|generic|telling|leaking)\)\s*/, '') }
      : { role: 'student', content: words };
  });
  return turns.filter(({ content }) => content !== '');
}

function indexAfter(turns: readonly MrTurn[], from: number, role: MrTurn['role']): number {
  const found = turns.findIndex((turn, index) => index > from && turn.role === role);
  return found === -1 ? turns.length : found;
}
