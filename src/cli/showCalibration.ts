import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { ReliabilityTable } from '../core/benchmark/goldReply';
import type { Sample } from '../core/benchmark/samples';
import { disagreementJson, written } from '../core/trust/calibrationJson';
import { agreementTable, disagreementList, judgesSideBySide, reliabilityText } from '../core/trust/calibrationTable';
import type { DimensionAgreement } from '../core/trust/dimensionAgreement';
import { disagreements, type RatedLabel } from '../core/trust/ratedLabel';
import { type ComparedWording, wordingJson, wordingTable } from '../core/trust/wordingDifference';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { printJson, writeNamed } from './printing';
import { foreignText } from './terminalText';

/** One judge's agreement with people, however it was come by. */
interface ShownJudge {
  readonly judge: string;
  readonly simulated: boolean;
  /** Whether it learned from people's labels. */
  readonly learned?: boolean;
  readonly dimensions: readonly DimensionAgreement[];
  readonly rated: readonly RatedLabel[];
}

/** What a calibration prints. */
interface ShownCalibration {
  readonly benchmark: Benchmark;
  readonly judges: readonly ShownJudge[];
  /** The samples that were judged, by id; none where another judge's answers came without them. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** Where the judges were asked in wordings of a person's own: how the built-in ones do. */
  readonly wordings?: readonly ComparedWording[];
  /** File name of the labels, and whose they are. */
  readonly gold: { readonly name: string; readonly format: string; readonly by: 'people' | 'judge' };
  /** What else the JSON has, and lines before the table. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** Disagreements of each judge in the terminal unless told otherwise. */
const usualDisagreements = 5;

/** Prints a calibration and writes its disagreements where that was asked for. Throws `CliError` for a file that cannot be written. */
export async function showCalibration(
  shown: ShownCalibration,
  options: CliOptions,
  context: CliContext,
): Promise<void> {
  const lists = shown.judges.map(({ rated }) => disagreements(rated, (id) => shown.benchmark.labelsOf?.(id) ?? []));
  const wanted = options.disagreements;
  const file = disagreementFile(wanted);
  const count = wanted === undefined || file !== undefined ? undefined : Number(wanted);
  if (options.json === true) printJson(jsonOf(shown, lists, count), context);
  else context.out(textOf(shown, lists, count ?? (wanted === undefined ? usualDisagreements : 0), context));
  if (file === undefined) return;
  const all = shown.judges.flatMap(({ judge }, place) =>
    (lists[place] ?? []).map((one) => `${JSON.stringify(disagreementJson(judge, one))}\n`),
  );
  const named = { file, shown: path.resolve(context.cwd, file) };
  const written = await writeNamed(named, all.join(''), context);
  context.err(`Disagreements: ${all.length}, written to ${foreignText(written)}\n`);
}

function jsonOf(
  { judges, benchmark, samples, gold, facts, wordings = [] }: ShownCalibration,
  lists: readonly (readonly RatedLabel[])[],
  count: number | undefined,
): object {
  const each = judges.map(({ judge, simulated, dimensions, rated }, place) => ({
    judge,
    simulated,
    dimensions: written(dimensions),
    reliability: (benchmark.reliability?.(rated, samples) ?? []).map(reliabilityJson),
    ...(count === undefined
      ? {}
      : { disagreements: (lists[place] ?? []).slice(0, count).map((one) => disagreementJson(judge, one)) }),
  }));
  const [first] = each;
  return {
    schemaVersion: 1,
    ...first,
    benchmark: benchmark.id,
    gold,
    ...facts,
    ...(each.length > 1 ? { judges: each } : {}),
    ...(wordings.length === 0 ? {} : { wordings: wordings.map(wordingJson) }),
  };
}

function reliabilityJson({ id, title, columns, rows }: ReliabilityTable): unknown {
  const cells = rows.map((row) => ({ title: row.title, cells: row.cells.map((cell) => cell ?? null) }));
  return { id, title, columns, rows: cells };
}

function textOf(
  { judges, benchmark, samples, gold, remarks, wordings = [] }: ShownCalibration,
  lists: readonly (readonly RatedLabel[])[],
  count: number,
  { width }: CliContext,
): string {
  const parts = judges.flatMap(({ judge, simulated, learned = false, dimensions, rated }, place) => {
    const list = lists[place] ?? [];
    const kind = simulated ? ' (simulated)' : learned ? ' (learned from people’s labels)' : '';
    const title = `Judge ${foreignText(judge)}${kind}`;
    if (dimensions.length === 0) return [`${title}\nNo answers yet.`];
    const listed = list.slice(0, count);
    return [
      `${title}\n${agreementTable(dimensions, width, gold.by)}`,
      ...(benchmark.reliability?.(rated, samples) ?? []).map(reliabilityText),
      ...(listed.length === 0
        ? []
        : [`Disagreements: ${listed.length} of ${list.length}\n\n${disagreementList(listed, width, gold.by)}`]),
    ];
  });
  const by = gold.by === 'people' ? 'people’s labels' : 'another judge’s labels';
  return `${[
    [`${benchmark.title} against ${foreignText(gold.name)}, ${by}`, ...remarks.map(foreignText)].join('\n'),
    ...parts,
    ...(judges.length > 1 ? [judgesSideBySide(judges)] : []),
    ...wordings.map(wordingTable),
  ].join('\n\n')}\n`;
}

/** The file that `--disagreements` names; `undefined` where it was not given or is a number. */
export function disagreementFile(wanted: string | undefined): string | undefined {
  return wanted === undefined || /^\d+$/.test(wanted) ? undefined : wanted;
}
