import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { Sample } from '../core/benchmark/samples';
import { disagreementJson, written } from '../core/trust/calibrationJson';
import type { JudgeCalibration } from '../core/trust/calibrationResult';
import { agreementTable, disagreementList, judgesSideBySide, reliabilityText } from '../core/trust/calibrationTable';
import { disagreements, type RatedLabel } from '../core/trust/ratedLabel';
import { type ComparedWording, wordingJson, wordingTable } from '../core/trust/wordingDifference';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { printJson, writeNamed } from './printing';
import { foreignText } from './terminalText';

/** What a calibration prints, however it was come by. */
export interface ShownCalibration {
  readonly benchmark: Benchmark;
  readonly judges: readonly (Pick<JudgeCalibration, 'judge' | 'simulated' | 'dimensions' | 'rated'> &
    Partial<Pick<JudgeCalibration, 'learned'>>)[];
  /** By id; none where another judge's answers came without them. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** Where the judges were asked in wordings of a person's own: how the built-in ones do. */
  readonly wordings?: readonly ComparedWording[];
  /** File name of the labels, and whose they are. */
  readonly gold: { readonly name: string; readonly format: string; readonly by: 'people' | 'judge' };
  /** What else the JSON has, and lines before the table. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

/** The disagreements of each judge, in the order of `judges`. */
type Lists = readonly (readonly RatedLabel[])[];

/** Prints a calibration and writes its disagreements where that was asked for. Throws `CliError` for a file that cannot be written. */
export async function showCalibration(
  shown: ShownCalibration,
  { disagreements: wanted, json }: CliOptions,
  context: CliContext,
): Promise<void> {
  const lists = shown.judges.map(({ rated }) => disagreements(rated, (id) => shown.benchmark.labelsOf?.(id) ?? []));
  const file = disagreementFile(wanted);
  const count = file === undefined && wanted !== undefined ? Number(wanted) : undefined;
  if (json === true) printJson(jsonOf(shown, lists, count), context);
  else context.out(textOf(shown, lists, count ?? (wanted === undefined ? 5 : 0), context));
  if (file === undefined) return;
  const all = shown.judges.flatMap(({ judge }, index) =>
    (lists[index] ?? []).map((one) => `${JSON.stringify(disagreementJson(judge, one))}\n`),
  );
  const target = await writeNamed({ file, shown: path.resolve(context.cwd, file) }, all.join(''), context);
  context.err(`Disagreements: ${all.length}, written to ${foreignText(target)}\n`);
}

function jsonOf(
  { judges, benchmark, samples, gold, facts, wordings = [] }: ShownCalibration,
  lists: Lists,
  count: number | undefined,
): object {
  const each = judges.map(({ judge, simulated, dimensions, rated }, index) => ({
    judge,
    simulated,
    dimensions: written(dimensions),
    reliability: (benchmark.reliability?.(rated, samples) ?? []).map(({ id, title, columns, rows }) => ({
      ...{ id, title, columns },
      rows: rows.map((row) => ({ title: row.title, cells: row.cells.map((cell) => cell ?? null) })),
    })),
    ...(count !== undefined && {
      disagreements: (lists[index] ?? []).slice(0, count).map((one) => disagreementJson(judge, one)),
    }),
  }));
  return {
    schemaVersion: 1,
    ...each[0],
    benchmark: benchmark.id,
    gold,
    ...facts,
    ...(each.length > 1 && { judges: each }),
    ...(wordings.length > 0 && { wordings: wordings.map(wordingJson) }),
  };
}

function textOf(
  { judges, benchmark, samples, gold, remarks, wordings = [] }: ShownCalibration,
  lists: Lists,
  count: number,
  { width }: CliContext,
): string {
  const parts = judges.flatMap(({ judge, simulated, learned = false, dimensions, rated }, index) => {
    const list = lists[index] ?? [];
    const listed = list.slice(0, count);
    const kind = simulated ? ' (simulated)' : learned ? ' (learned from people’s labels)' : '';
    const title = `Judge ${foreignText(judge)}${kind}`;
    if (dimensions.length === 0) return [`${title}\nNo answers yet.`];
    const apart = `Disagreements: ${listed.length} of ${list.length}\n\n${disagreementList(listed, width, gold.by)}`;
    return [
      `${title}\n${agreementTable(dimensions, width, gold.by)}`,
      ...(benchmark.reliability?.(rated, samples) ?? []).map(reliabilityText),
      ...(listed.length === 0 ? [] : [apart]),
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
