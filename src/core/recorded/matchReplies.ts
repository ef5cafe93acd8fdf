import type { RecordProblem } from '../benchmarks/importer';
import { messagesForTurn } from '../dialogue/dialogue';
import type { ChatMessage } from '../dialogue/message';
import type { WorkItem } from '../engine/workItem';
import { parseTemplate } from '../prompt/promptTemplate';
import { boundedText } from '../report/boundedText';
import { countWords } from '../report/countWords';
import type { RunSession } from '../engine/runSession';
import type { RecordedEntry, RecordedMessage } from './recordedReplies';

/** Which reply belongs to which sample. */
export interface MatchedReplies {
  /** The replies of a play in the order of its turns, for plays that have all of theirs. */
  readonly replies: ReadonlyMap<WorkItem, readonly string[]>;
  /** Records that are not used, with the reason. */
  readonly problems: readonly RecordProblem[];
}

/** A recorded reply in its place. */
interface Placed {
  readonly record: number;
  readonly text: string;
}

/** Why a record is not used. */
interface Unused {
  readonly field: string;
  readonly message: string;
}

/**
 * Matches replies with the samples of a planned run: by the sample's id, and a chat that names none by what was said before the tutor's reply, which
 * must be the sample's own conversation word for word. Nothing is guessed: what fits no sample, or several, is named.
 */
export function matchReplies(
  session: Pick<RunSession, 'items' | 'planOf' | 'policy'>,
  entries: readonly RecordedEntry[],
): MatchedReplies {
  const bySample = new Map(session.items.map((item) => [item.sample.id, item]));
  const turnsOf = new Map(session.items.map((item) => [item, session.planOf(item).studentTurns.length]));
  const places = new Map<WorkItem, (Placed | undefined)[]>();
  const problems: RecordProblem[] = [];
  const openings = new Openings(session);
  for (const entry of entries) {
    const placed = entry.kind === 'reply' ? placeReply(entry) : placeChat(entry);
    if (placed !== undefined) problems.push({ severity: 'error', record: entry.record, ...placed });
  }
  const replies = new Map<WorkItem, readonly string[]>();
  for (const item of session.items) {
    const found = places.get(item);
    if (found === undefined) continue;
    const turns = turnsOf.get(item) ?? 1;
    const texts = Array.from({ length: turns }, (_, index) => found[index]?.text);
    const whole = texts.filter((text) => text !== undefined);
    if (whole.length === turns) replies.set(item, whole);
    else {
      const message = `The sample “${boundedText(item.sample.id, 80)}” has ${turns} turns, and the reply to turn ${texts.indexOf(undefined) + 1} is missing: it is left out.`;
      problems.push({
        severity: 'error',
        record: found.find((one) => one !== undefined)?.record ?? 0,
        field: 'turn',
        message,
      });
    }
  }
  return { replies, problems: problems.sort((left, right) => left.record - right.record) };

  function placeReply({ record, sample, turn, play, text }: RecordedEntry & { kind: 'reply' }): Unused | undefined {
    const item = bySample.get(sample);
    if (item === undefined) return unknownSample(sample);
    if (play > 0) {
      return {
        field: 'repeat',
        message: 'It is a further reply to its sample. Judge further replies as a file of their own.',
      };
    }
    const turns = turnsOf.get(item) ?? 1;
    // Without a number, replies come in the order of the dialogue.
    const place = turn ?? (turns === 1 ? 1 : (places.get(item)?.length ?? 0) + 1);
    if (place > turns)
      return { field: 'turn', message: `Its sample has ${countWords(turns, 'turn', 'turns')} of the tutor.` };
    return put(item, place, { record, text });
  }

  function placeChat({ record, sample, messages }: RecordedEntry & { kind: 'chat' }): Unused | undefined {
    const item = sample === undefined ? openings.find(messages) : (bySample.get(sample) ?? unknownSample(sample));
    if ('message' in item) return item;
    const turns = turnsOf.get(item) ?? 1;
    const said = messages.filter(({ role }) => role === 'assistant');
    if (messages.at(-1)?.role !== 'assistant' || said.length < turns) {
      const message = `It must end with the tutor’s reply and have ${countWords(turns, 'reply', 'replies')} to the sample.`;
      return { field: 'messages', message };
    }
    for (const [index, { content }] of said.slice(-turns).entries()) {
      const unused = put(item, index + 1, { record, text: content });
      if (unused !== undefined) return unused;
    }
    return undefined;
  }

  function put(item: WorkItem, turn: number, reply: Placed): Unused | undefined {
    const found = places.get(item) ?? [];
    const earlier = found[turn - 1];
    if (earlier === undefined) {
      found[turn - 1] = reply;
      places.set(item, found);
      return undefined;
    }
    // Reports and logs say a reply several times over.
    if (earlier.text === reply.text) return undefined;
    const message = `Record ${earlier.record} has another reply to the same turn of this sample. Judge further replies as a file of their own.`;
    return { field: 'sample', message };
  }
}

function unknownSample(id: string): Unused {
  return {
    field: 'sample',
    message: `No sample in use has the id “${boundedText(id, 80)}”. Check the id, the benchmark and the sample file.`,
  };
}

/** The samples of a run by the conversation that comes before the tutor's last reply. */
class Openings {
  readonly #session: Pick<RunSession, 'items' | 'planOf' | 'policy'>;
  /** By the words of the conversation without the tutor's replies under test; several where samples begin alike. */
  #items: Map<string, Set<WorkItem>> | undefined;
  readonly #turns = new Set<number>();

  constructor(session: Pick<RunSession, 'items' | 'planOf' | 'policy'>) {
    this.#session = session;
  }

  find(messages: readonly RecordedMessage[]): WorkItem | Unused {
    const items = (this.#items ??= this.#read());
    const fitting = new Set([...this.#turns].flatMap((turns) => [...(items.get(keyOf(messages, turns)) ?? [])]));
    const [first] = fitting;
    if (first === undefined) {
      const message =
        'No sample begins with this conversation, word for word. Give the sample’s id in “sample” or “metadata”.';
      return { field: 'messages', message };
    }
    if (fitting.size === 1) return first;
    const ids = [...fitting].slice(0, 3).map(({ sample }) => boundedText(sample.id, 40));
    return {
      field: 'messages',
      message: `${fitting.size} samples begin so: ${ids.join(', ')}. Give the id in “sample”.`,
    };
  }

  #read(): Map<string, Set<WorkItem>> {
    const found = new Map<string, Set<WorkItem>>();
    for (const item of this.#session.items) {
      for (const { messages, turns } of this.#conversationsOf(item)) {
        this.#turns.add(turns);
        const key = keyOf(messages, turns);
        found.set(key, (found.get(key) ?? new Set<WorkItem>()).add(item));
      }
    }
    return found;
  }

  /** What a tutor may have been sent: as this run would send it, as an empty prompt would have it, and as a plain dialogue. */
  #conversationsOf(item: WorkItem): readonly { readonly messages: readonly ChatMessage[]; readonly turns: number }[] {
    const { benchmark, sample, repeat } = item;
    const { policy } = this.#session;
    const bare = benchmark.plan(sample, { template: parseTemplate(''), placement: 'own' }, policy, { repeat, seed: 0 });
    const dialogue = benchmark.dialogueOf?.(sample);
    return [
      ...[this.#session.planOf(item), bare].map((plan) => {
        const turns = plan.studentTurns.length;
        const replies = plan.studentTurns.map((_, index) => ({
          turn: index + 1,
          raw: '',
          visible: '',
          finish: 'stop' as const,
        }));
        return {
          messages: [...messagesForTurn(plan, replies, turns), { role: 'assistant' as const, content: '' }],
          turns,
        };
      }),
      ...(dialogue === undefined
        ? []
        : [{ messages: [...dialogue, { role: 'assistant' as const, content: '' }], turns: 1 }]),
    ];
  }
}

/** A conversation with its last replies left out, so that any replies fit; blanks are not words. */
function keyOf(messages: readonly RecordedMessage[], turns: number): string {
  const joined: RecordedMessage[] = [];
  for (const { role, content } of messages) {
    const last = joined.at(-1);
    if (last?.role === role) joined[joined.length - 1] = { role, content: `${last.content}\n${content}` };
    else joined.push({ role, content });
  }
  let left = turns;
  const words: string[] = [];
  for (const { role, content } of joined.reverse()) {
    const isReply = role === 'assistant' && left > 0;
    if (isReply) left -= 1;
    words.push(role, isReply ? '' : content.replace(/\s+/g, ' ').trim());
  }
  return JSON.stringify(words);
}
