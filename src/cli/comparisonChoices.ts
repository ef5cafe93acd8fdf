import { InvalidArgumentError, Option, type Command } from 'commander';
import type { DifferenceKind } from '../core/compare/runDifferences';
import { share, shareOrNone } from './optionValues';

/** Options that decide what a comparison is about and when a difference counts. */
export interface ComparisonChoices {
  /** Differences that are meant, so that they do not stop a verdict; unless given, inferred as the panel does. */
  readonly across?: readonly DifferenceKind[];
  /** Shares of a metric's scale. */
  readonly margin?: number;
  readonly smallest?: number;
  /** Decides by the scores of a simulated tutor, too, to try a check out. */
  readonly allowSimulated?: boolean;
}

const acrossKinds = [
  'tutor',
  'tutorVersion',
  'judgeModel',
  'judgeVersion',
  'placement',
  'student',
  'policy',
  'decoding',
] as const satisfies readonly DifferenceKind[];

/** Adds the options of `ComparisonChoices` to a command. */
export function comparisonChoices(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--across <kind>',
        'a difference that is meant and stops no verdict, repeatable (default: the one thing that differs when the prompt does not)',
      )
        .choices(acrossKinds)
        .argParser(collectKind),
    )
    .option('--margin <share>', 'what counts as equivalent, as a share of a metric’s scale (default: off)', share)
    .option('--smallest <share>', 'smallest difference that matters, likewise (default: 0)', shareOrNone)
    .option('--allow-simulated', 'try the check out with a simulated tutor, whose scores say nothing about a prompt');
}

/** A parser of one's own goes before the choices, so it has to look at them itself. */
function collectKind(value: string, previous: readonly DifferenceKind[] | undefined): readonly DifferenceKind[] {
  const kind = acrossKinds.find((one) => one === value);
  if (kind === undefined) throw new InvalidArgumentError(`Allowed choices are ${acrossKinds.join(', ')}.`);
  return [...(previous ?? []), kind];
}
