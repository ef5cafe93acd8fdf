import { Option, type Command } from 'commander';
import { benchmarkIds } from '../core/benchmarks/benchmark';
import { parameterOptions } from './parameterOptions';
import { capOptions } from './capOptions';
import { policyOptions } from './policyOptions';
import { collect, natural, positive } from './optionValues';

/** What `--connection` is for. */
export const connectionText = 'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable';

/** Adds the options that say what a run is made of, the same for `evaluate` and `estimate`. */
export function planOptions(command: Command): Command {
  const described = command
    .option('--benchmark <id>', `benchmark to run, repeatable (default: ${benchmarkIds[0]})`, collect)
    .option(
      '--samples <file>',
      'samples instead of the starter set; own JSONL or a public data set, recognised by content',
    )
    .option(
      '--replies <file>',
      'judge replies that were recorded elsewhere, no tutor calls: JSON lines, CSV or chats; --tutor names who wrote them',
    )
    .option('--tutor <model>', 'openai:…, anthropic:…, CONNECTION:… or offline (default: offline)')
    .option(
      '--judge <model>',
      'likewise, repeatable; several judges are reported side by side (default: offline)',
      collect,
    )
    .option('--judge-wording <dir>', 'judges’ texts of your own (default: judges/ beside or above the prompt)')
    .option('--no-judge-wording', 'ask judges with the built-in texts')
    .option('--student <model>', 'SocratesBench: a model that plays the student (default: script)')
    .option('--tutor-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the tutor')
    .option('--judge-base-url <url>', 'likewise for the judges')
    .option('--student-base-url <url>', 'likewise for the model that plays the student')
    .option('--connection <file>', connectionText, collect)
    .option('--limit <n>', 'a seeded sample of n units; pairs stay together', positive)
    .option('--seed <n>', 'seed of sampling, simulation and intervals (default: 1)', natural)
    .option('--repeats <n>', 'independent tutor replies per sample', positive)
    .addOption(
      new Option('--placement <mode>', 'how the file meets the benchmark’s own instructions').choices([
        'own',
        'own+instructions',
        'benchmark',
      ]),
    );
  return capOptions(parameterOptions(policyOptions(described, ({ option }) => option?.text)))
    .option('--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them')
    .option('--store <dir>', 'where runs are kept (default: .tutor-prompt-lab beside the prompt’s workspace)');
}
