import type { Benchmark } from '../benchmark/benchmark';
import { loneCase } from '../results/caseDetail';
import type { CaseVerdict } from '../results/reportModel';
import { slotKey } from '../run/askJudge';
import type { RunSession } from '../run/runSession';
import type { HandLabel } from '../store/handLabelLog';
import { modelName } from '../store/runManifest';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import { type LabelPosition, labelPositions, type LabelTrials, type LabelSlot, orderedTrials } from './labelPositions';
import { type GivenLabel, LabelSet, type OwnLabel } from './labelSet';
import { labelStatistics } from './labelStatistics';
import type { LabelDimension, LabelMode, LabelPositionView, LabelRow, LabelOptions, LabelWork } from './labellingView';

export interface LabelTask {
  readonly session: RunSession;
  readonly benchmark: Benchmark;
  readonly trials: LabelTrials['trials'];
}

interface Decision {
  readonly position: LabelPosition;
  readonly slot: LabelSlot;
}

/** An entry for the log; `keep` is called once it is stored. */
export interface LabelChange {
  readonly entry: HandLabel;
  readonly keep: () => void;
}

/** One person's labelling session over the replies of a run. */
export class Labelling {
  readonly options: LabelOptions;
  readonly #task: LabelTask;
  readonly #positions: readonly LabelPosition[];
  readonly #skipped = new Set<string>();
  readonly #visited: number[] = [];
  /** Labels given since labelling began, and this person's earlier ones in the same mode. */
  readonly #given: (Decision & { readonly before: GivenLabel })[] = [];
  #labels: LabelSet;
  #at: number | undefined;

  /** Starts at the first reply that is not fully labelled. `entries`: the current log. */
  constructor(task: LabelTask, options: LabelOptions, by: string, entries: Iterable<HandLabel>) {
    this.#task = task;
    this.options = options;
    this.#positions = labelPositions(orderedTrials(task.session, task.trials, options), options);
    this.#labels = new LabelSet(by, entries);
    this.#at = this.#nextOpen(0);
  }

  get by(): string {
    return this.#labels.by;
  }

  get benchmark(): Benchmark {
    return this.#task.benchmark;
  }

  /** Gives a choice or a reason; `undefined` if it is not on screen. */
  label(
    position: string,
    slot: string,
    { choice, reason }: { readonly choice: number; readonly reason?: string },
    at: string,
  ): LabelChange | undefined {
    const found = this.#find(position, slot);
    const label = found?.slot.guide.choices[choice]?.label;
    if (found === undefined || label === undefined) return undefined;
    const mode = this.#modeOf(found);
    return this.#change(found, { label, reason, mode }, at, () => {
      this.#given.push({ ...found, before: this.#own(found)?.[mode] ?? { label: undefined, reason: undefined, mode } });
    });
  }

  /** Undoes the last label given here and goes to its reply. Undoing a reviewed label keeps the blind one. */
  takeBack(at: string): LabelChange | undefined {
    const last = this.#given.at(-1);
    if (last === undefined) return undefined;
    this.#go(this.#positions.indexOf(last.position));
    return this.#change(last, last.before, at, () => this.#given.pop());
  }

  next(): void {
    if (this.#at === undefined) return;
    this.#go(this.#nextOpen(this.#at + 1, this.#at));
  }

  back(): void {
    const before = this.#visited.pop();
    if (before !== undefined) this.#at = before;
  }

  skip(): void {
    const position = this.#at === undefined ? undefined : this.#positions[this.#at];
    if (position === undefined) return;
    this.#skipped.add(position.id);
    this.next();
  }

  returnToSkipped(): void {
    this.#skipped.clear();
    this.#at = this.#nextOpen(0);
  }

  /** Reloads the log, for instance with another window's labels, and keeps the position. */
  reread(entries: Iterable<HandLabel>): void {
    this.#labels = new LabelSet(this.by, entries);
    this.#at ??= this.#nextOpen(0);
  }

  view(answered: number, problem?: string): LabelWork {
    const { benchmark } = this.#task;
    const { mode } = this.options;
    const position = this.#at === undefined ? undefined : this.#positions[this.#at];
    const isDone = this.#positions.map((one) => this.#isWhole(one));
    return {
      kind: 'work',
      by: this.by,
      benchmark: { id: benchmark.id, title: benchmark.title },
      mode,
      progress: {
        done: isDone.filter(Boolean).length,
        skipped: this.#positions.filter(({ id }, index) => this.#skipped.has(id) && isDone[index] !== true).length,
        total: this.#positions.length,
      },
      dimensions: this.#dimensions(),
      position: position && labelPositionView(this.#task.session, position, this.#labels, mode),
      canUndo: this.#given.length > 0,
      answered,
      problem,
    };
  }

  #dimensions(): readonly LabelDimension[] {
    const { session, benchmark, trials } = this.#task;
    const { mode } = this.options;
    const slots = this.#positions.flatMap((position) => position.slots);
    const touched = trials.filter(({ fingerprint }) => this.#labels.hasReply(fingerprint));
    return benchmark.judges.flatMap(({ id, title }) => {
      const total = slots.filter(({ judge }) => judge === id).length;
      if (total === 0) return [];
      const labelled = touched.flatMap(({ fingerprint, slots }) =>
        slots.filter(({ judge, key }) => judge === id && this.#labels.find(fingerprint, key)?.label !== undefined),
      ).length;
      const statistics = labelStatistics(session, touched, this.#labels, { dimension: id, mode });
      return [{ title, labelled, total, statistics }];
    });
  }

  /** Once a person has seen a verdict, their labels on it are not blind. */
  #modeOf(decision: Decision): LabelMode {
    return this.#own(decision)?.reviewing === undefined ? this.options.mode : 'reviewing';
  }

  /** A log entry with the whole sample and the exact replies, so that it is usable without the run. */
  #change(
    { position, slot }: Decision,
    { label, reason, mode }: GivenLabel,
    at: string,
    kept: () => void,
  ): LabelChange {
    const { runId, tutor, prompt } = this.#task.session.manifest;
    const { item, replies } = position.trial;
    const { judge, unit, turn, criterionId } = slot;
    const entry: HandLabel = {
      schemaVersion: 1,
      kind: 'label',
      at,
      by: this.by,
      mode,
      benchmark: item.benchmark.id,
      sample: { ...item.sample },
      replies: [...replies],
      // A model under another prompt is another tutor.
      tutor: `${modelName(tutor)}, ${prompt.revision}`.slice(0, 500),
      ...{ judge, unit, turn, criterionId },
      label: label ?? null,
      reason: label === undefined ? undefined : reason,
      seenIn: { run: runId, item: item.key },
    };
    const keep = (): void => {
      kept();
      this.#labels.add(entry);
    };
    return { entry, keep };
  }

  #own({ position, slot }: Decision): OwnLabel | undefined {
    return this.#labels.find(position.trial.fingerprint, slot.key);
  }

  #isWhole(position: LabelPosition): boolean {
    return position.slots.every((slot) => this.#own({ position, slot })?.label !== undefined);
  }

  #find(positionId: string, key: string): Decision | undefined {
    const position = this.#positions.find(({ id }) => id === positionId);
    const slot = position?.slots.find((one) => one.key === key);
    return position === undefined || slot === undefined ? undefined : { position, slot };
  }

  #go(index: number | undefined): void {
    if (index === -1 || index === this.#at) return;
    if (this.#at !== undefined) this.#visited.push(this.#at);
    this.#at = index;
  }

  /** The next open position from `start`, wrapping around; `except` is the last resort. */
  #nextOpen(start: number, except?: number): number | undefined {
    const isOpen = (position: LabelPosition): boolean => !this.#skipped.has(position.id) && !this.#isWhole(position);
    const open = this.#positions.flatMap((position, index) => (isOpen(position) ? [index] : []));
    const others = open.filter((index) => index !== except);
    return others.find((index) => index >= start) ?? others[0] ?? open[0];
  }
}

/** A reply with the decisions to make. In blind mode nothing comes from verdicts; tutor and prompt are never in it. */
export function labelPositionView(
  session: RunSession,
  position: LabelPosition,
  labels: LabelSet,
  mode: LabelMode,
): LabelPositionView {
  const { item } = position.trial;
  const { turns, verdicts } = loneCase(session, item);
  const end =
    position.turn === undefined ? -1 : turns.findIndex(({ turn, role }) => role === 'reply' && turn === position.turn);
  const shown = mode === 'blind' ? [] : verdicts;
  return {
    id: position.id,
    title: boundedText(item.benchmark.summarize(item.sample).title),
    turns: end === -1 ? turns : turns.slice(0, end + 1),
    replies: turns.filter(({ role }) => role === 'reply').length,
    turn: position.turn,
    facts: factsOf(position),
    rows: position.slots.map((slot) => labelRow(position, slot, labels, shown)),
  };
}

/** Distinct facts about the sample: for reviewers, and those that the judges of these decisions see. */
function factsOf({ trial, slots }: LabelPosition): LabelPositionView['facts'] {
  const { benchmark, sample } = trial.item;
  const all = [...(benchmark.facts?.(sample) ?? []), ...slots.flatMap(({ guide }) => guide.facts ?? [])];
  return [...new Map(all.map((fact) => [JSON.stringify(fact), fact])).values()].filter(({ value }) => value !== '');
}

function labelRow(
  { trial }: LabelPosition,
  slot: LabelSlot,
  labels: LabelSet,
  verdicts: readonly CaseVerdict[],
): LabelRow {
  const { benchmark, sample } = trial.item;
  const { key, judge, criterionId, guide } = slot;
  const { question, definition, choices } = guide;
  const own = labels.find(trial.fingerprint, key);
  // Cases shorten long criterion names.
  const shown = slotKey({ ...slot, criterionId: criterionId && boundedText(criterionId) });
  const chosen = own === undefined ? -1 : choices.findIndex(({ label }) => label === own.label);
  return {
    slot: key,
    title: benchmark.judges.find(({ id }) => id === judge)?.title ?? judge,
    criterion: criterionId && (benchmark.criterionOf?.(sample, criterionId)?.text ?? criterionId),
    question: t(question),
    definition: t(definition),
    choices: choices.map(({ title, meaning, isQuoted }) => ({ title, meaning: isQuoted ? meaning : t(meaning) })),
    ...(chosen !== -1 && { chosen, mode: own?.mode, reason: own?.reason }),
    verdicts: verdicts.filter((verdict) => slotKey(verdict) === shown),
  };
}
