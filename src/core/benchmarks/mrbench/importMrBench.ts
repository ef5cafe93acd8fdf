import type { Importer } from '../../benchmark/importer';
import { firstObjects, isRecord, type Report } from '../../benchmark/importing/readRecords';
import { dimensionOf, readLabel } from './labels';
import { readDialogues } from './readDialogues';
import { endsWithTutor, type MrLabels, mrLabelsSchema, type MrSample, type MrTurn } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MRBench in its released forms: V1 and V2 (`anno_llm_responses`), V3 and the IndoML files (`tutor_responses`), with and without
 * annotations, and the AITutor-EvalKit files. Annotations become `references`; ids that occur twice become `<id>_1`, `<id>_2`
 * as the authors did in V3. Without `Data`, an id with hyphens is MathDial and a number is Bridge.
 */
export const importMrBench: Importer<MrSample> = {
  format: 'mrbench',
  title: 'MRBench V1 to V3, BEA 2025 and IndoML releases',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => 'conversation_history' in raw && repliesOf(raw) !== undefined),
  read: (file) => readDialogues(file, readSample),
};

function repliesOf(raw: Raw): unknown {
  return raw.anno_llm_responses ?? raw.tutor_responses;
}

function readSample(raw: Raw, report: Report): MrSample | undefined {
  const id = raw.conversation_id;
  if (typeof id !== 'string' || id.trim() === '') {
    report('error', 'conversation_id', 'It must be a text that names the dialogue.');
    return undefined;
  }
  if (typeof raw.conversation_history !== 'string') {
    report('error', 'conversation_history', 'It must be a text of turns that begin with “Tutor:” or “Student:”.');
    return undefined;
  }
  const history = readHistory(raw.conversation_history, report);
  if (history === undefined) return undefined;
  const source = sourceOf(raw.Data, id);
  const split = (['train', 'val', 'test'] as const).find((known) => known === raw.Split);
  return {
    system: 'mrbench',
    id: id.trim(),
    source,
    ...(split === undefined ? {} : { split }),
    gradeBand: source === 'Bridge' ? 'elementary' : 'middle',
    topic: available(raw.Topic),
    history,
    groundTruthSolution: available(raw.Ground_Truth_Solution),
    references: readReferences(raw, report),
  };
}

function readHistory(text: string, report: Report): readonly MrTurn[] | undefined {
  const { turns, emptyTurns, preamble } = splitHistory(text);
  if (preamble !== '') {
    report(
      'error',
      'conversation_history',
      'It begins with text that belongs to no turn; start it with “Tutor:” or “Student:”.',
    );
    return undefined;
  }
  if (turns.length === 0) {
    report('error', 'conversation_history', 'It has no turn with words in it.');
    return undefined;
  }
  if (emptyTurns > 0) {
    report('warning', 'conversation_history', `Turns without words were left out: ${emptyTurns}.`);
  }
  if (turns.at(-1)?.role === 'tutor') report('warning', 'conversation_history', endsWithTutor);
  return turns;
}

function sourceOf(data: unknown, id: string): MrSample['source'] {
  if (data === 'Bridge' || data === 'MathDial') return data;
  if (/^\d+-[\da-f-]+$/i.test(id.trim())) return 'MathDial';
  return /^\d+(?:_\d+)?$/.test(id.trim()) ? 'Bridge' : 'Other';
}

function available(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text === 'Not Available' ? undefined : text;
}

/** The replies with their labels; an anonymous or unlabelled reply has no labels. A wrong one is reported and left out. */
function readReferences(raw: Raw, report: Report): MrSample['references'] {
  const field = raw.anno_llm_responses === undefined ? 'tutor_responses' : 'anno_llm_responses';
  const replies = repliesOf(raw);
  if (!isRecord(replies)) {
    report('warning', field, 'It is not an object of replies; the dialogue was read without them.');
    return {};
  }
  return Object.fromEntries(
    Object.entries(replies).flatMap(([tutor, reply]) => {
      const path = `${field}.${tutor}`;
      if (!isRecord(reply) || typeof reply.response !== 'string') {
        report('warning', `${path}.response`, 'It is not a text; the reply was left out.');
        return [];
      }
      return [[tutor, { response: reply.response.trim(), labels: readLabels(reply.annotation, path, report) }]];
    }),
  );
}

function readLabels(annotation: unknown, path: string, report: Report): MrLabels {
  if (annotation === undefined) return {};
  if (!isRecord(annotation)) {
    report('warning', `${path}.annotation`, 'It is not an object of labels; the reply was read without them.');
    return {};
  }
  const labels: Record<string, string> = {};
  for (const [key, value] of Object.entries(annotation)) {
    const dimension = dimensionOf(key);
    const label = dimension && typeof value === 'string' ? readLabel(dimension, value) : undefined;
    if (dimension === undefined) {
      report('warning', `${path}.annotation.${key}`, 'No dimension of MRBench has this name; it was left out.');
    } else if (label === undefined) {
      report('warning', `${path}.annotation.${key}`, 'Its value is no label of this dimension; it was left out.');
    } else {
      labels[dimension] = label;
    }
  }
  return mrLabelsSchema.parse(labels);
}

/** A history taken apart. */
interface SplitHistory {
  readonly turns: readonly MrTurn[];
  /** Turns that had a label and no words. */
  readonly emptyTurns: number;
  /** Words before the first label. */
  readonly preamble: string;
}

// The released files write no-break spaces around line ends, a blank before the colon, and once "Turor". A label stands at the
// start of a line; \s covers U+00A0. Blanks before it are taken one line at a time, so that the search stays linear.
const label = /(?:^|\n)[^\S\n]{0,8}(Tutor|Turor|Student)[^\S\n]{0,3}:/g;

/** Splits one string of turns; a turn may have several lines, blank ones too. No-break spaces become plain ones. */
function splitHistory(text: string): SplitHistory {
  const source = text.replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ');
  const marks = [...source.matchAll(label)];
  const turns: MrTurn[] = [];
  for (const [index, mark] of marks.entries()) {
    const end = marks[index + 1]?.index ?? source.length;
    const content = source.slice(mark.index + mark[0].length, end).trim();
    if (content !== '') turns.push({ role: mark[1] === 'Student' ? 'student' : 'tutor', content });
  }
  const preamble = source.slice(0, marks[0]?.index ?? source.length).trim();
  return { turns, emptyTurns: marks.length - turns.length, preamble };
}
