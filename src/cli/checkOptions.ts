import type { Command } from 'commander';
import { comparisonChoices } from './comparisonChoices';
import { collect } from './optionValues';

/** Adds the options of `CheckChoices` to a command that takes a run to its end. */
export function checkOptions(command: Command): Command {
  return comparisonChoices(command)
    .option(
      '--baseline <run>',
      'compare with this run when done; exit 1 when worse at something, or when nothing could be tested',
    )
    .option('--fail-under <metric=value>', 'exit 1 when a metric is below, repeatable', collect);
}
