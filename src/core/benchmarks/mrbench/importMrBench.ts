import { isRecord, type Report } from '../../benchmark/importing/readRecords';
import { dimensionOf, readLabel } from './labels';
import { dialogueImporter, type Raw, textOf, turnsWithWords } from './readDialogues';
import { type MrLabels, mrLabelsSchema, type MrSample, type MrTurn } from './samples';

/**
 * MRBench in its released forms: V1 and V2 (`anno_llm_responses`), V3 and the IndoML files (`tutor_responses`), with and without
 * annotations, and the AITutor-EvalKit files. Annotations become `references`; ids that occur twice become `<id>_1`, `<id>_2`
 * as the authors did in V3. Without `Data`, an id with hyphens is MathDial and a number is Bridge.
 */
export const importMrBench = dialogueImporter(
  { format: 'mrbench', title: 'MRBench V1 to V3, BEA 2025 and IndoML releases' },
  (raw) => 'conversation_history' in raw && (raw.anno_llm_responses ?? raw.tutor_responses) !== undefined,
  (raw, report): MrSample | undefined => {
    const id = textOf(raw.conversation_id);
    if (id === undefined) {
      report('error', 'conversation_id', 'It must be a text that names the dialogue.');
      return undefined;
    }
    const history = readHistory(raw.conversation_history, report);
    if (history === undefined) return undefined;
    const source = sourceOf(raw.Data, id);
    const split = (['train', 'val', 'test'] as const).find((known) => known === raw.Split);
    return {
      system: 'mrbench',
      id,
      source,
      ...(split === undefined ? {} : { split }),
      gradeBand: source === 'Bridge' ? 'elementary' : 'middle',
      topic: available(raw.Topic),
      history,
      groundTruthSolution: available(raw.Ground_Truth_Solution),
      references: readReferences(raw, report),
    };
  },
);

function sourceOf(data: unknown, id: string): MrSample['source'] {
  if (data === 'Bridge' || data === 'MathDial') return data;
  if (/^\d+-[\da-f-]+$/i.test(id)) return 'MathDial';
  return /^\d+(?:_\d+)?$/.test(id) ? 'Bridge' : 'Other';
}

function available(value: unknown): string | undefined {
  const text = textOf(value);
  return text === 'Not Available' ? undefined : text;
}

/** The replies with their labels; an anonymous or unlabelled reply has no labels. A wrong one is reported and left out. */
function readReferences(raw: Raw, report: Report): MrSample['references'] {
  const field = raw.anno_llm_responses === undefined ? 'tutor_responses' : 'anno_llm_responses';
  const replies = raw.anno_llm_responses ?? raw.tutor_responses;
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
      const labels = readLabels(reply.annotation, `${path}.annotation`, report);
      return [[tutor, { response: reply.response.trim(), labels }]];
    }),
  );
}

function readLabels(annotation: unknown, path: string, report: Report): MrLabels {
  if (annotation !== undefined && !isRecord(annotation)) {
    report('warning', path, 'It is not an object of labels; the reply was read without them.');
    return {};
  }
  const labels = Object.entries(annotation ?? {}).flatMap(([key, value]) => {
    const dimension = dimensionOf(key);
    const label = dimension && typeof value === 'string' ? readLabel(dimension, value) : undefined;
    if (dimension !== undefined && label !== undefined) return [[dimension, label]];
    const fault =
      dimension === undefined ? 'No dimension of MRBench has this name' : 'Its value is no label of this dimension';
    report('warning', `${path}.${key}`, `${fault}; it was left out.`);
    return [];
  });
  return mrLabelsSchema.parse(Object.fromEntries(labels));
}

// The released files write no-break spaces around line ends, a blank before the colon, and once "Turor". A label stands at the
// start of a line; \s covers U+00A0. Blanks before it are taken one line at a time, so that the search stays linear.
const label = /(?:^|\n)[^\S\n]{0,8}(Tutor|Turor|Student)[^\S\n]{0,3}:/g;

/** A turn may have several lines, blank ones too. No-break spaces become plain ones. */
function readHistory(text: unknown, report: Report): readonly MrTurn[] | undefined {
  const field = 'conversation_history';
  if (typeof text !== 'string') {
    report('error', field, 'It must be a text of turns that begin with “Tutor:” or “Student:”.');
    return undefined;
  }
  const source = text.replace(/\r\n?/g, '\n').replace(/\u00A0/g, ' ');
  const marks = [...source.matchAll(label)];
  if (source.slice(0, marks[0]?.index ?? source.length).trim() !== '') {
    report('error', field, 'It begins with text that belongs to no turn; start it with “Tutor:” or “Student:”.');
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
