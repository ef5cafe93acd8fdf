import path from 'node:path';
import { type Benchmark, labelDecision } from '../benchmark/benchmark';
import { agreedLabel, type GoldLabel, type GoldReply, type GoldSample } from '../benchmark/goldReply';
import { parseDataFile } from '../benchmark/importing/dataFile';
import { visibleReply } from '../benchmark/visibleReply';
import { loadSamples, type SampleFile } from '../run/loadSamples';
import { t } from '../text/countWords';
import type { DataFile, RecordProblem } from '../benchmark/importer';
import { dataRecords, firstObjects } from '../benchmark/importing/readRecords';
import { isVoidLabel } from '../benchmark/labelGuide';
import { groupedBy, type Sample, sampleContent } from '../benchmark/samples';
import { fault } from '../run/recorded/recordedReplies';
import { type HandLabel, handLabelSchema } from '../store/handLabelLog';
import { limited } from '../run/planRun';
import { errorNamed } from '../text/errors';

/**
 * Reads labelled replies for `benchmark`, recognised by content: hand labels or labelled samples. `others` are asked
 * whether a file is theirs. Throws `SampleFileError` or `GoldSourceError` if there is nothing to check a judge against.
 */
export function readGold(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark>): GoldSource {
  const parsed = parseDataFile(file.text);
  if (parsed.kind === 'refused') throw new GoldSourceError(`${file.name}: ${parsed.reason}`);
  const source = isHandLabels(parsed)
    ? goldOfHandLabels(benchmark, file.name, parsed)
    : labelledSamples(benchmark, file, others);
  if (source.samples.length === 0) {
    const first = source.problems.find(({ severity }) => severity === 'error');
    const where = first === undefined ? '' : t` First fault: record ${first.record}, ${first.field}: ${first.message}`;
    throw new GoldSourceError(
      t`${file.name} holds no labelled ${benchmark.title} reply. Give a file whose replies carry people’s labels.${where}`,
    );
  }
  return source;
}

/** Leaves out replies without visible words: there is nothing to judge. */
function labelledSamples(benchmark: Benchmark, file: SampleFile, others: Iterable<Benchmark>): GoldSource {
  if (benchmark.goldReplies === undefined)
    throw new GoldSourceError(
      t`${benchmark.title} samples carry no labels of given replies. Label replies by hand, and calibrate on those labels.`,
    );
  const { samples, format, problems } = loadSamples(benchmark, file, others);
  let empty = 0;
  const kept = samples.flatMap((sample): GoldSample[] => {
    const gold = benchmark.goldReplies?.(sample) ?? [];
    const shown = gold.filter(({ replies }) => replies.every((reply) => visibleReply(reply) !== ''));
    empty += gold.length - shown.length;
    return shown.length === 0 ? [] : [{ sample, gold: shown }];
  });
  const notes = empty === 0 ? [] : [t`Labelled replies without words were left out: ${empty}.`];
  return { name: path.basename(file.name), format, notes, samples: kept, problems };
}

function isHandLabels(file: DataFile): boolean {
  return firstObjects(file, 3).some((record) => record.kind === 'label' && 'mode' in record && 'replies' in record);
}

/**
 * Reads hand labels as replies with agreed labels. Only blind labels count, since a verdict in sight influences people.
 * Each person's last blind label counts; among several people, the majority. A sample that changed under its id is
 * another sample.
 */
function goldOfHandLabels(benchmark: Benchmark, name: string, file: DataFile): GoldSource {
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const samples = new Map<string, { readonly sample: Sample; readonly labels: HandLabel[] }>();
  const ids = new Set<string>();
  for (const { record, value } of dataRecords(file)) {
    const read = readLine(benchmark, value);
    if (read === undefined) continue;
    if ('message' in read) {
      problems.push({ severity: 'error', record, ...read });
      continue;
    }
    const content = sampleContent(read.sample);
    const known = samples.get(content) ?? { sample: withOwnId(read.sample, ids), labels: [] };
    samples.set(content, known);
    known.labels.push(read.label);
  }
  const left = { reviewing: 0, split: 0, nothing: 0, chosen: 0 };
  const gold = [...samples.values()].flatMap(({ sample, labels }) => {
    const replies = repliesOf(benchmark, sample, labels, left);
    return replies.length === 0 ? [] : [{ sample, gold: replies }];
  });
  const notes = leftKinds.flatMap((kind) => (left[kind] === 0 ? [] : [`${leftNotes[kind]}: ${left[kind]}.`]));
  return { name: path.basename(name), format: 'hand-labels', problems, notes, samples: gold };
}

const leftNotes = {
  reviewing: t`Labels given with a verdict in sight were left out`,
  nothing: t`Labels that say there was nothing to decide were left out`,
  split: t`Labels on which people are split were left out`,
  chosen: t`Some replies were labelled because a judge had failed them or judges disagreed: statistics on those dimensions do not represent all replies. Such labels`,
} as const;
const leftKinds = ['reviewing', 'nothing', 'split', 'chosen'] as const;

/** `undefined` for a label of another benchmark. */
function readLine(benchmark: Benchmark, value: unknown) {
  const { data: label, error } = handLabelSchema.safeParse(value);
  if (label === undefined)
    return fault(error.issues[0]?.path.join('.') ?? '', t`The line is not a hand label; it was left out.`);
  if (label.benchmark !== benchmark.id) return undefined;
  const sample = benchmark.sampleSchema.safeParse(label.sample);
  if (!sample.success) {
    const field = ['sample', ...(sample.error.issues[0]?.path ?? [])].join('.');
    return fault(field, t`It is not a valid ${benchmark.title} sample; the label was left out.`);
  }
  if (!benchmark.judges.some(({ id }) => id === label.judge))
    return fault('judge', t`The benchmark has no such judge; it was left out.`);
  if (label.label !== null && !isGivable(benchmark, label, label.label, sample.data))
    return fault('label', t`This judge has no such label; it was left out.`);
  return { sample: sample.data, label };
}

/** True for a label on the judge's scale, or one that says there was nothing to decide. */
function isGivable(benchmark: Benchmark, label: HandLabel, given: GoldLabel['label'], sample: Sample): boolean {
  const { judge, unit, turn, criterionId } = label;
  const said = benchmark.canGive?.({ judge, unit, turn, criterionId, status: 'ok', label: given }, sample);
  return said !== false || isVoidLabel(benchmark.labelGuide?.(label, sample), given);
}

/** Makes ids unique, because later steps look samples up by id. */
function withOwnId(sample: Sample, ids: Set<string>): Sample {
  let { id } = sample;
  for (let count = 2; ids.has(id); count += 1) id = `${sample.id} (${count})`;
  ids.add(id);
  return id === sample.id ? sample : { ...sample, id };
}

function repliesOf(
  benchmark: Benchmark,
  sample: Sample,
  labels: readonly HandLabel[],
  left: Record<keyof typeof leftNotes, number>,
): readonly GoldReply[] {
  const last = new Map<string, HandLabel>();
  for (const label of labels) last.set(JSON.stringify([label.mode, label.by, slotOf(label), label.replies]), label);
  const blind: HandLabel[] = [];
  for (const label of last.values()) {
    if (label.label === null) continue;
    if (label.mode === 'reviewing') left.reviewing += 1;
    else if (isVoidLabel(benchmark.labelGuide?.(label, sample), label.label)) left.nothing += 1;
    else blind.push(label);
  }
  return [...groupedBy(blind, ({ replies }) => JSON.stringify(replies)).values()].flatMap((ofReply) => {
    const agreed = [...groupedBy(ofReply, (label) => JSON.stringify(slotOf(label))).values()].flatMap(
      (ofSlot): GoldLabel[] => {
        const said = ofSlot.flatMap(({ label, ...one }) =>
          label === null ? [] : [{ ...one, label, decision: labelDecision(benchmark, one, label) }],
        );
        const decision = agreedLabel(said.map((one) => one.decision));
        const alike = said.filter((one) => one.decision === decision);
        const [first] = alike;
        if (first === undefined) {
          left.split += ofSlot.length;
          return [];
        }
        // Labels with the same decision can differ in detail; one of them represents all.
        const label = agreedLabel(said.map((one) => one.label)) ?? first.label;
        const reason = alike.find((one) => one.label === label && one.reason !== undefined)?.reason;
        const by = alike.map((one) => one.by);
        const { judge, unit, turn, criterionId } = first;
        const isChosen = ofSlot.some(({ order = 'random' }) => order !== 'random');
        if (isChosen) left.chosen += 1;
        return [{ judge, unit, turn, criterionId, label, reason, ...(isChosen && { chosen: true }), by }];
      },
    );
    const [any] = ofReply;
    if (any === undefined || agreed.length === 0) return [];
    return [{ tutor: any.tutor ?? '', replies: any.replies, labels: agreed }];
  });
}

function slotOf({ judge, turn, criterionId }: HandLabel): readonly unknown[] {
  return [judge, turn, criterionId];
}

/** Labelled replies to judge. */
export interface GoldSource {
  readonly name: string;
  readonly format: string;
  readonly problems: readonly RecordProblem[];
  /** What a reader must know about these labels, one sentence each. */
  readonly notes: readonly string[];
  readonly samples: readonly GoldSample[];
}

/** Thrown if a file has nothing to check a judge against. The message says what, where and how to fix it. */
export class GoldSourceError extends errorNamed('GoldSourceError') {}

interface GoldChoice {
  /** Judges of the benchmark; empty means all. */
  readonly dimensions: readonly string[];
  readonly tutor: string | undefined;
  /** Size of a seeded sample of dialogues or problems. */
  readonly limit: number | undefined;
  readonly seed: number;
}

/** Throws `GoldSourceError` if nothing is left; the message lists the choices. */
export function chooseGold(benchmark: Benchmark, source: GoldSource, choice: GoldChoice): GoldSource {
  const { dimensions, tutor, limit, seed } = choice;
  const known = benchmark.judges.map(({ id }) => id);
  const unknown = dimensions.find((dimension) => !known.includes(dimension));
  if (unknown !== undefined)
    throw new GoldSourceError(t`${benchmark.title} has no dimension “${unknown}”. It has: ${known.join(', ')}.`);
  const samples = source.samples.flatMap(({ sample, gold }): GoldSample[] => {
    const kept = gold.flatMap((reply) => {
      const labels = reply.labels.filter(({ judge }) => dimensions.length === 0 || dimensions.includes(judge));
      return labels.length === 0 || (tutor ?? reply.tutor) !== reply.tutor ? [] : [{ ...reply, labels }];
    });
    return kept.length === 0 ? [] : [{ sample, gold: kept }];
  });
  if (samples.length === 0) throw nothingLeft(source, choice);
  const all = samples.map(({ sample }) => sample);
  const ids = new Set(limited(benchmark, all, limit, seed).map(({ id }) => id));
  return { ...source, samples: samples.filter(({ sample }) => ids.has(sample.id)) };
}

function nothingLeft({ name, samples }: GoldSource, { dimensions, tutor }: GoldChoice): GoldSourceError {
  const tutors = samples.flatMap(({ gold }) => gold.map((reply) => reply.tutor));
  const named = [...new Set(tutors)].filter((one) => one !== '').slice(0, 20);
  const on = dimensions.length === 0 ? [] : [t`on ${dimensions.join(', ')}`];
  const wanted = [...on, ...(tutor === undefined ? [] : [t`of a tutor “${tutor}”`])].join(' ');
  const choice = named.length === 0 ? '' : t` Its tutors: ${named.join(', ')}.`;
  return new GoldSourceError(t`${name} has no label ${wanted}.${choice}`);
}
