import type { Benchmark } from '../benchmark/benchmark';
import type { Dialogue } from '../benchmark/dialogue';
import type { Verdict } from '../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../benchmark/protocolPolicy';
import { defaultPolicy } from '../benchmarks/policies';
import type { Sample } from '../benchmark/samples';
import type { ChatMessage } from '../providers/message';
import type { ReplyTags, RunSession, Tagging } from '../run/runSession';
import type { SourcedVerdict, WorkItem } from '../run/workItem';
import { boundedText } from '../text/readableText';
import { capitalized, t } from '../text/countWords';
import { failureTagTitles } from './failureTags';
import { type Trial, readTrial, statusOf } from './trial';
import type { CaseDetail, CaseFact, CaseImage, CaseSummary, CaseTurn, CaseVerdict, VerdictChip } from './reportModel';
import { reportedJudgesOf } from './runHeader';
import { majorityName, majorityVerdicts } from './slotLabels';
import { criterionOf, verdictChip, verdictsOfTrial } from './verdictChip';

/** The case of this id, with the other of its pair. `majority`: with votes, where several judges were asked. */
export function caseDetail(session: RunSession, caseId: string, majority = false): CaseDetail | undefined {
  const { items } = session;
  const item = items.find(({ key }) => key === caseId);
  if (item === undefined) return undefined;
  const pair = pairKey(item);
  const other = pair === undefined ? undefined : items.find((one) => one !== item && pairKey(one) === pair);
  return { ...loneCase(session, item, majority), sibling: other && loneCase(session, other, majority) };
}

export function loneCase(session: RunSession, item: WorkItem, majority = false): Omit<CaseDetail, 'sibling'> {
  const { manifest, policy, tagging } = session;
  const judgeModels = reportedJudgesOf(session);
  const trial = readTrial(session, item);
  const { dialogue, state } = trial;
  const { benchmark } = item;
  // For replies recorded elsewhere, the dialogue is known but not the prompt.
  const isRecorded = manifest.recorded !== undefined;
  const versions = manifest.benchmarks.find(({ id }) => id === benchmark.id)?.judgeVersions ?? {};
  const first = state.verdictsOf(judgeModels[0] ?? '');
  return {
    summary: caseSummary(trial, judgeModels, policy, tagging),
    system: isRecorded ? '' : dialogue.plan.system,
    turns: caseTurns(dialogue, isRecorded ? benchmark.dialogueOf?.(item.sample) : undefined),
    rawReplies: state.replies.flatMap(({ turn, raw, visible }) =>
      raw.trim() === visible ? [] : [{ turn, text: raw }],
    ),
    verdicts: [
      ...verdictsOfTrial(trial, judgeModels),
      ...(majority && judgeModels.length > 1 ? votesOfTrial(trial, judgeModels) : []),
    ].map((source) => caseVerdict(item, versions, source, policy)),
    facts: caseFacts(item, dialogue, policy, first, tagging?.replies.get(item.key)),
    failure: dialogue.failure?.reason,
  };
}

function votesOfTrial(trial: Trial, judgeModels: readonly string[]): readonly SourcedVerdict[] {
  const source = { judgeModel: majorityName(judgeModels.length), attempts: 0, version: 'computed' };
  return majorityVerdicts(trial, judgeModels).map((verdict) => ({ verdict, ...source }));
}

function pairKey({ benchmark, sample, repeat }: WorkItem): string | undefined {
  const { pairId } = benchmark.summarize(sample);
  return pairId === undefined ? undefined : JSON.stringify([benchmark.id, pairId, repeat]);
}

function caseVerdict(
  item: WorkItem,
  versions: Readonly<Record<string, string>>,
  source: SourcedVerdict,
  policy: ProtocolPolicy,
): CaseVerdict {
  const { verdict, attempts } = source;
  const { judge, unit, reasoning, evidence, evidenceFound, problem } = verdict;
  const info = item.benchmark.judges.find(({ id }) => id === judge);
  const planned = Object.hasOwn(versions, judge) ? versions[judge] : undefined;
  return {
    ...verdictChip(item, source, policy),
    unit,
    criterion: criterionOf(item, verdict)?.text,
    question: t(info?.question ?? ''),
    ...{ reasoning, evidence, evidenceFound, problem, attempts },
    version: source.version ?? planned ?? info?.version ?? '',
  };
}

/** Ends at the student turn without a reply. `said`: the dialogue before the only reply, if not shown as sent. */
function caseTurns({ plan, replies }: Dialogue, said?: readonly ChatMessage[]): readonly CaseTurn[] {
  const given = (said?.slice(0, -1) ?? plan.opening).map((message) => turnOf(message, 'given'));
  const played = (said?.slice(-1) ?? plan.studentTurns)
    .slice(0, replies.length + 1)
    .flatMap((message, index): readonly CaseTurn[] => {
      const reply = replies[index];
      // A student played by a model has not spoken yet.
      if (reply === undefined && message.content === '') return [];
      const pivot = turnOf(message, 'pivot', index + 1);
      if (reply === undefined) return [pivot];
      return [pivot, { speaker: 'tutor', text: reply.visible, role: 'reply', turn: reply.turn, images: [] }];
    });
  return [...given, ...played];
}

function turnOf({ role, content, images = [] }: ChatMessage, part: 'given' | 'pivot', turn?: number): CaseTurn {
  const speaker = role === 'user' ? 'student' : 'tutor';
  // `withImages` adds stored images later. Images on the network are never loaded; descriptions are shown.
  const shown = images.map(({ path, url, alt = 'image' }): CaseImage => {
    return { source: url?.startsWith('data:') === true ? url : '', alt, path };
  });
  return { speaker, text: content, role: part, turn, images: shown };
}

/** Fields shared by samples of several benchmarks. None is sent to the tutor as such. */
const fields: readonly (readonly [field: string, label: string])[] = [
  ['level', t`Level`],
  ['gradeBand', t`Grade band`],
  ['grade', t`Grade`],
  ['topic', t`Topic`],
  ['source', t`Source`],
  ['groundTruth', t`Right answer`],
  ['groundTruthSolution', t`Worked solution`],
  ['answer', t`Answer`],
];

function caseFacts(
  { benchmark, sample }: WorkItem,
  dialogue: Dialogue,
  policy: ProtocolPolicy,
  verdicts: readonly Verdict[] = [],
  said?: ReplyTags,
): readonly CaseFact[] {
  const { subject, group, language } = benchmark.summarize(sample);
  const tags = benchmark.replyTags?.(sample, dialogue, policy, verdicts) ?? [];
  const derived = tags.map(
    ({ title, turns = [] }) => t(title) + (turns.length === 0 ? '' : t` (turn ${turns.join(', ')})`),
  );
  return [
    { label: t`Subject`, value: capitalized(subject) },
    { label: t`Language`, value: languageName(language) ?? '' },
    { label: t`Group`, value: group },
    ...(benchmark.facts?.(sample) ?? sharedFacts(sample)),
    ...(benchmark.replyFacts?.(sample, dialogue, policy, verdicts) ?? []),
    { label: t`Failure tags`, value: derived.join('; ') },
    ...(said === undefined ? [] : taggedFacts(benchmark, said)),
  ].filter(({ value }) => value !== '');
}

function taggedFacts(benchmark: Benchmark, { tags, reasoning = '', problem }: ReplyTags): readonly CaseFact[] {
  const titles = failureTagTitles(benchmark, tags).join('; ');
  const value =
    tags === undefined ? t`not known: ${problem ?? t`the answer could not be read`}` : titles || t`none fits`;
  return [
    { label: t`Failure tags`, value },
    { label: t`Why these tags`, value: reasoning },
  ];
}

function sharedFacts(sample: Sample): readonly CaseFact[] {
  const values = new Map<string, unknown>(Object.entries(sample));
  return fields.flatMap(([field, label]): readonly CaseFact[] => {
    const value = values.get(field);
    const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
    return text === '' ? [] : [{ label, value: text }];
  });
}

/** Ids are not shortened, since other rows and records are looked up by them. */
export function caseSummary(
  trial: Trial,
  judgeModels: readonly string[],
  policy: ProtocolPolicy = defaultPolicy,
  tagging?: Tagging,
): CaseSummary {
  const { item, dialogue } = trial;
  const { benchmark, sample } = item;
  const { title, quote, group, subject, language, pairId } = benchmark.summarize(sample);
  const chips = verdictsOfTrial(trial, judgeModels).map((source) => verdictChip(item, source, policy));
  const [first] = judgeModels;
  const derived =
    first === undefined ? [] : (benchmark.replyTags?.(sample, dialogue, policy, trial.state.verdictsOf(first)) ?? []);
  const failureTags = [
    ...derived.map((tag) => tag.title),
    ...failureTagTitles(benchmark, tagging?.replies.get(item.key)?.tags),
  ];
  return {
    id: item.key,
    benchmark: benchmark.id,
    sampleId: sample.id,
    repeat: item.repeat,
    title: boundedText(title),
    quote: boundedText(quote),
    group: boundedText(group),
    // Benchmarks differ in how they spell the same subject.
    subject: boundedText(capitalized(subject)),
    language: languageName(language),
    status: statusOf(trial, judgeModels),
    chips,
    badness: badness(chips),
    pairId,
    failureTags: failureTags.length === 0 ? undefined : failureTags,
    reply: boundedText(dialogue.replies.map((reply) => reply.visible).join('\n\n')),
  };
}

const languageNames = new Intl.DisplayNames(t`en-GB`, { type: 'language' });

function languageName(language: string | undefined): string | undefined {
  const isCode = language !== undefined && /^[a-z]{2,3}(-[a-z]{2})?$/i.test(language);
  return isCode ? languageNames.of(language) : language && boundedText(language);
}

const weights = { desired: 0, partial: 0.5, undesired: 1 } as const;

/** Mean over the verdicts that have a direction; 0 if all are neutral. */
function badness(chips: readonly VerdictChip[]): number | undefined {
  const outcomes = chips.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unscored');
  const directed = outcomes.filter((outcome) => outcome !== 'neutral');
  if (directed.length === 0) return outcomes.length > 0 ? 0 : undefined;
  return directed.reduce((sum, outcome) => sum + weights[outcome], 0) / directed.length;
}

/** Rows of earlier reports of one run. A live report, made four times a second, makes only those that changed. */
export class KeptRows {
  readonly #rows = new Map<string, { readonly changes: number; readonly row: CaseSummary }>();

  row({ item, state }: Trial, make: () => CaseSummary): CaseSummary {
    const { changes } = state;
    const known = this.#rows.get(item.key);
    if (known?.changes === changes) return known.row;
    const row = make();
    this.#rows.set(item.key, { changes, row });
    return row;
  }
}
