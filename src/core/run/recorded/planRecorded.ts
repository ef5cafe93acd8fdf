import type { Benchmarks } from '../../benchmark/benchmark';
import { joinedTurns, messagesForTurn, standInDialogue } from '../../benchmark/dialogue';
import type { RecordProblem } from '../../benchmark/importer';
import { parseTemplate } from '../../prompt/promptTemplate';
import type { ChatMessage } from '../../providers/message';
import type { ManifestModel, RunManifest } from '../../store/runManifest';
import type { ReplyRecord } from '../../store/runRecord';
import type { NewRun } from '../../store/runStore';
import { boundedText } from '../../text/readableText';
import { countWords, t, verbFor } from '../../text/countWords';
import { errorNamed } from '../../text/errors';
import type { SampleFile } from '../loadSamples';
import { dataOf, limited, planRun, type RunRequest } from '../planRun';
import { createRunSession, type RunSession } from '../runSession';
import { uncalled } from '../runStep';
import type { WorkItem } from '../workItem';
import { type Fault, fault, readRecordedReplies, type RecordedEntry, type RecordedMessage } from './recordedReplies';

export const unnamedTutor: ManifestModel = { provider: 'recorded', model: 'elsewhere', simulated: false };

export class RecordedRepliesError extends errorNamed('RecordedRepliesError') {}

export interface PlannedRecorded extends Required<NewRun> {
  readonly records: readonly ReplyRecord[];
  readonly problems: readonly RecordProblem[];
}

/** Counts samples without a reply, but scores none of them. Throws `RecordedRepliesError` and what `planRun` throws. */
export function planRecorded(request: RunRequest, file: SampleFile, all: Benchmarks): PlannedRecorded {
  const read = readRecordedReplies(file.text);
  if (read.kind === 'refused') throw new RecordedRepliesError(`${file.name}: ${read.reason}`);
  const { limit, seed, createdAt } = request;
  const whole = planRun({ ...request, repeats: 1, limit: undefined, repliesGiven: true }, all);
  const [entry, ...others] = whole.manifest.benchmarks;
  const benchmark = entry && all.get(entry.id);
  if (entry === undefined || benchmark === undefined || others.length > 0)
    throw new RecordedRepliesError(t`Recorded replies are judged on one benchmark at a time. Name one.`);
  const session = createRunSession(whole.manifest, whole.samples, all);
  const { replies, problems: unmatched } = matchReplies(session, read.entries);
  const problems = [...read.problems, ...unmatched];
  if (replies.size === 0) {
    const [first] = problems;
    const why = first === undefined ? t`It holds none.` : t`Record ${first.record}: ${first.message}`;
    throw new RecordedRepliesError(t`${file.name}: no reply to a ${benchmark.title} sample. ${why}`);
  }
  const recorded = session.items.filter((item) => replies.has(item));
  const withReplies = recorded.map(({ sample }) => sample);
  const chosen = new Set(limited(benchmark, withReplies, limit, seed));
  const items = recorded.filter(({ sample }) => chosen.has(sample));
  const ids = new Set(items.map(({ sample }) => sample.id));
  const kept = whole.samples.map(({ sample }) => sample as WorkItem['sample']).filter(({ id }) => ids.has(id));
  const dealt = benchmark.deal?.(kept) ?? kept;
  const { images, entry: data } = dataOf(benchmark, dealt, whole.images);
  const manifest: RunManifest = {
    ...whole.manifest,
    limit,
    recorded: {
      name: file.name,
      format: read.format,
      missing: session.items.length - recorded.length,
      unused: new Set(problems.map(({ record }) => record)).size,
    },
    benchmarks: [{ ...entry, ...data }],
  };
  const records = items.flatMap((item) => recordsOf(item, replies.get(item) ?? [], createdAt));
  const samples = dealt.map((sample) => ({ benchmark: benchmark.id, sample }));
  return { manifest, samples, images, records, problems };
}

export function leftOutWords({ manifest: { recorded }, problems }: PlannedRecorded): string | undefined {
  const [first] = problems;
  if (recorded === undefined || first === undefined) return undefined;
  return t`${countWords(recorded.unused, 'record', 'records')} ${verbFor(recorded.unused, 'is', 'are')} not used. Record ${first.record}: ${boundedText(first.message, 300)}`;
}

export function recordsOf(
  { key }: Pick<WorkItem, 'key'>,
  replies: readonly string[],
  at: string,
): readonly ReplyRecord[] {
  const given = { kind: 'reply', item: key, at, ...uncalled, finish: 'stop' } as const;
  return replies.map((raw, index) => ({ ...given, turn: index + 1, raw }));
}

type Planned = Pick<RunSession, 'items' | 'planOf' | 'policy'>;

/** Matches by sample id, else by the exact words before the reply. Reports replies that fit none or several. */
function matchReplies(
  session: Planned,
  entries: readonly RecordedEntry[],
): { readonly replies: ReadonlyMap<WorkItem, readonly string[]>; readonly problems: readonly RecordProblem[] } {
  const trials = new Map<string, Trial>();
  for (const item of session.items) {
    const turns = session.planOf(item).studentTurns.length;
    trials.set(item.sample.id, { item, turns, found: [] });
  }
  const problems: RecordProblem[] = [];
  let openings: ReturnType<typeof openingsOf> | undefined;
  for (const entry of entries) {
    const { record, sample } = entry;
    const trial =
      sample !== undefined || entry.kind === 'reply'
        ? (trials.get(sample ?? '') ??
          fault(
            'sample',
            t`No sample in use has the id “${boundedText(sample ?? '', 80)}”. Check the id, the benchmark and the sample file.`,
          ))
        : findOpening(entry.messages, trials, (openings ??= openingsOf(session)));
    const unused = 'message' in trial ? trial : entry.kind === 'reply' ? putReply(entry, trial) : putChat(entry, trial);
    if (unused !== undefined) problems.push({ severity: 'error', record, ...unused });
  }
  const replies = new Map<WorkItem, readonly string[]>();
  for (const { item, turns, found } of trials.values()) {
    const [first] = found.filter((one) => one !== undefined);
    if (first === undefined) continue;
    const missing = Array.from({ length: turns }, (_, index) => found[index]).indexOf(undefined);
    if (missing < 0) {
      const texts = found.flatMap((one) => one?.text ?? []);
      replies.set(item, texts);
      continue;
    }
    const message = t`The sample “${boundedText(item.sample.id, 80)}” has ${turns} turns, and the reply to turn ${missing + 1} is missing, so the sample is left out.`;
    problems.push({ severity: 'error', record: first.record, field: 'turn', message });
  }
  return { replies, problems: problems.sort((left, right) => left.record - right.record) };
}

interface Trial {
  readonly item: WorkItem;
  readonly turns: number;
  readonly found: ({ readonly record: number; readonly text: string } | undefined)[];
}

function putReply(
  { record, turn, trial: repeat, text }: RecordedEntry & { kind: 'reply' },
  trial: Trial,
): Fault | undefined {
  const { turns, found } = trial;
  if (repeat > 0)
    return fault('repeat', t`It is another reply to its sample. Put further replies into a file of their own.`);
  const position = turn ?? (turns === 1 ? 1 : found.length + 1);
  if (position <= turns) return put(trial, position, record, text);
  return fault('turn', t`Its sample has ${countWords(turns, 'tutor turn', 'tutor turns')}.`);
}

function putChat({ record, messages }: RecordedEntry & { kind: 'chat' }, trial: Trial): Fault | undefined {
  const { turns } = trial;
  const said = messages.filter(({ role }) => role === 'assistant');
  if (messages.at(-1)?.role !== 'assistant' || said.length < turns)
    return fault(
      'messages',
      t`It must end with the tutor’s reply and have ${countWords(turns, 'reply', 'replies')} to the sample.`,
    );
  for (const [index, { content }] of said.slice(-turns).entries()) {
    const unused = put(trial, index + 1, record, content);
    if (unused !== undefined) return unused;
  }
  return undefined;
}

function put({ found }: Trial, turn: number, record: number, text: string): Fault | undefined {
  const earlier = found[turn - 1];
  if (earlier === undefined) found[turn - 1] = { record, text };
  if (earlier === undefined || earlier.text === text) return undefined;
  return fault(
    'sample',
    t`Record ${earlier.record} has another reply to the same turn of this sample. Put further replies into a file of their own.`,
  );
}

function findOpening(
  messages: readonly RecordedMessage[],
  trials: ReadonlyMap<string, Trial>,
  openings: ReturnType<typeof openingsOf>,
): Trial | Fault {
  const ids = [...new Set([...openings].flatMap(([turns, found]) => [...(found.get(keyOf(messages, turns)) ?? [])]))];
  const trial = ids.length === 1 ? trials.get(ids[0] ?? '') : undefined;
  if (trial !== undefined) return trial;
  const none = t`No sample begins with this conversation, word for word. Give the sample’s id in “sample” or “metadata”.`;
  const some = ids.slice(0, 3).map((id) => boundedText(id, 40));
  const several = t`${ids.length} samples begin like this: ${some.join(', ')}. Give the id in “sample”.`;
  return fault('messages', ids.length === 0 ? none : several);
}

/** By `turns`, ids by the text before the tutor's last `turns` replies. Several ids where samples begin alike. */
function openingsOf(session: Planned): ReadonlyMap<number, ReadonlyMap<string, ReadonlySet<string>>> {
  const all = new Map<number, Map<string, Set<string>>>();
  for (const item of session.items)
    for (const { messages, turns } of conversationsOf(item, session)) {
      const ids = all.get(turns) ?? new Map<string, Set<string>>();
      const key = keyOf(messages, turns);
      all.set(turns, ids.set(key, (ids.get(key) ?? new Set()).add(item.sample.id)));
    }
  return all;
}

/** What a tutor may have been sent: by this run, with an empty prompt, or as a plain dialogue. */
function conversationsOf(
  item: WorkItem,
  { planOf, policy }: Planned,
): readonly { readonly messages: readonly ChatMessage[]; readonly turns: number }[] {
  const { benchmark, sample, repeat } = item;
  const reply = { role: 'assistant' as const, content: '' };
  const bare = benchmark.plan(sample, { template: parseTemplate(''), placement: 'own' }, policy, { repeat, seed: 0 });
  const planned = [planOf(item), bare].map((plan) => {
    const { replies } = standInDialogue(plan, '');
    const turns = replies.length;
    return { messages: [...messagesForTurn(plan, replies, turns), reply], turns };
  });
  const dialogue = benchmark.dialogueOf?.(sample);
  return dialogue === undefined ? planned : [...planned, { messages: [...dialogue, reply], turns: 1 }];
}

/** Leaves out the last replies, so that any replies match, and ignores differences in blanks. */
function keyOf(messages: readonly RecordedMessage[], turns: number): string {
  let left = turns;
  const words = [String(turns)];
  for (const { role, content } of joinedTurns(messages).reverse()) {
    const isReply = role === 'assistant' && left > 0;
    if (isReply) left -= 1;
    words.push(role, isReply ? '' : content.replace(/\s+/g, ' ').trim());
  }
  return JSON.stringify(words);
}
