import type { Importer } from '../../benchmark/importer';
import { firstObjects, isRecord, type Report } from '../../benchmark/importing/readRecords';
import { readDialogues } from './readDialogues';
import { endsWithTutor, type MrSample, type MrTurn } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Bridge, the elementary-school parent of MRBench, and its files of GPT-4 replies. The history is `c_h`; the tutor's messages in
 * `c_r` become the reference `Novice`, those in `c_r_` the reference `Expert` (`GPT4` where the file says so or marks no revision).
 * The id is `c_id` without its underscore, as in MRBench; one dialogue with several experts gets `<id>_1`, `<id>_2` …
 */
export const importBridge: Importer<MrSample> = {
  format: 'bridge',
  title: 'Bridge, expert and GPT-4 replies to pupils’ mistakes',
  recognizes: (file) => firstObjects(file, 3).some((raw) => Array.isArray(raw.c_h) && typeof raw.c_id === 'string'),
  read: (file) => readDialogues(file, readSample),
};

function readSample(raw: Raw, report: Report): MrSample | undefined {
  if (typeof raw.c_id !== 'string' || raw.c_id.trim() === '') {
    report('error', 'c_id', 'It must be a text that names the dialogue.');
    return undefined;
  }
  const history = readTurns(raw.c_h, 'c_h', report);
  if (history === undefined) return undefined;
  if (history.at(-1)?.role === 'tutor') report('warning', 'c_h', endsWithTutor);
  const topic = typeof raw.lesson_topic === 'string' ? raw.lesson_topic.trim() : '';
  const replies = [
    ['Novice', tutorWords(raw.c_r)],
    [isModelReply(raw) ? 'GPT4' : 'Expert', tutorWords(raw.c_r_)],
  ] as const;
  return {
    system: 'mrbench',
    id: raw.c_id.trim().replace(/_/g, ''),
    source: 'Bridge',
    gradeBand: 'elementary',
    topic: topic === '' ? undefined : topic,
    history,
    groundTruthSolution: undefined,
    references: Object.fromEntries(
      replies.flatMap(([tutor, response]) => (response === '' ? [] : [[tutor, { response, labels: {} }]])),
    ),
  };
}

function readTurns(list: unknown, field: string, report: Report): MrTurn[] | undefined {
  if (!Array.isArray(list)) {
    report('error', field, 'It must be a list of turns.');
    return undefined;
  }
  const turns: MrTurn[] = [];
  for (const [index, turn] of list.entries()) {
    const path = `${field}[${index}]`;
    const role = isRecord(turn) ? turn.user : undefined;
    if (!isRecord(turn) || (role !== 'tutor' && role !== 'student') || typeof turn.text !== 'string') {
      report('error', path, 'A turn needs a `text` and a `user` that is "tutor" or "student".');
      return undefined;
    }
    const content = turn.text.trim();
    if (content === '') report('warning', `${path}.text`, 'A turn without words was left out.');
    else turns.push({ role, content });
  }
  if (turns.length > 0) return turns;
  report('error', field, 'It has no turn with words in it.');
  return undefined;
}

/** All messages of a reply as one text; a reply may be sent in up to six. */
function tutorWords(list: unknown): string {
  if (!Array.isArray(list)) return '';
  return list
    .flatMap((turn) =>
      isRecord(turn) && turn.user === 'tutor' && typeof turn.text === 'string' ? [turn.text.trim()] : [],
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** The files of GPT-4 replies name their author or lack the mark of a revision, which every reply of a person has. */
function isModelReply(raw: Raw): boolean {
  if (typeof raw.response_by === 'string') return raw.response_by === 'gpt4';
  return Array.isArray(raw.c_r_) && !raw.c_r_.some((turn) => isRecord(turn) && 'is_revised' in turn);
}
