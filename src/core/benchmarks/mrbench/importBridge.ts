import { isRecord, type Report } from '../../benchmark/importing/readRecords';
import { dialogueImporter, type Raw, textOf, turnsWithWords } from './readDialogues';
import type { MrSample, MrTurn } from './samples';

/**
 * Bridge, the elementary-school parent of MRBench, and its files of GPT-4 replies. The history is `c_h`; the tutor's messages in
 * `c_r` become the reference `Novice`, those in `c_r_` the reference `Expert` (`GPT4` where the file says so or marks no revision).
 * The id is `c_id` without its underscore, as in MRBench; one dialogue with several experts gets `<id>_1`, `<id>_2` …
 */
export const importBridge = dialogueImporter(
  { format: 'bridge', title: 'Bridge, expert and GPT-4 replies to pupils’ mistakes' },
  (raw) => Array.isArray(raw.c_h) && typeof raw.c_id === 'string',
  (raw, report): MrSample | undefined => {
    const id = textOf(raw.c_id);
    if (id === undefined) {
      report('error', 'c_id', 'It must be a text that names the dialogue.');
      return undefined;
    }
    const history = readTurns(raw.c_h, report);
    if (history === undefined) return undefined;
    const replies = [
      ['Novice', tutorWords(raw.c_r)],
      [isModelReply(raw) ? 'GPT4' : 'Expert', tutorWords(raw.c_r_)],
    ] as const;
    return {
      system: 'mrbench',
      id: id.replace(/_/g, ''),
      source: 'Bridge',
      gradeBand: 'elementary',
      topic: textOf(raw.lesson_topic),
      history,
      groundTruthSolution: undefined,
      references: Object.fromEntries(
        replies.flatMap(([tutor, response]) => (response === '' ? [] : [[tutor, { response, labels: {} }]])),
      ),
    };
  },
);

function readTurns(list: unknown, report: Report): readonly MrTurn[] | undefined {
  if (!Array.isArray(list)) {
    report('error', 'c_h', 'It must be a list of turns.');
    return undefined;
  }
  const turns: MrTurn[] = [];
  for (const [index, turn] of list.entries()) {
    const role = isRecord(turn) ? turn.user : undefined;
    if (!isRecord(turn) || (role !== 'tutor' && role !== 'student') || typeof turn.text !== 'string') {
      report('error', `c_h[${index}]`, 'A turn needs a `text` and a `user` that is "tutor" or "student".');
      return undefined;
    }
    const content = turn.text.trim();
    if (content === '') report('warning', `c_h[${index}].text`, 'A turn without words was left out.');
    else turns.push({ role, content });
  }
  return turnsWithWords(turns, 'c_h', report);
}

/** All messages of a reply as one text; a reply may be sent in up to six. */
function tutorWords(list: unknown): string {
  const turns: readonly unknown[] = Array.isArray(list) ? list : [];
  const texts = turns.map((turn) => (isRecord(turn) && turn.user === 'tutor' ? textOf(turn.text) : undefined));
  return texts.filter((text) => text !== undefined).join('\n');
}

/** The files of GPT-4 replies name their author or lack the mark of a revision, which every reply of a person has. */
function isModelReply({ response_by: author, c_r_: reply }: Raw): boolean {
  if (typeof author === 'string') return author === 'gpt4';
  return Array.isArray(reply) && !reply.some((turn) => isRecord(turn) && 'is_revised' in turn);
}
