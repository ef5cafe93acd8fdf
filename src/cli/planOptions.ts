import { Option, type Command } from 'commander';
import { parameterOptions } from './parameterOptions';
import { capOptions } from './capOptions';
import { collect, natural, positive } from './optionValues';

/** What `--connection` is for. */
export const connectionText = 'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable';

/** Adds the options that say what a run is made of, the same for `evaluate` and `estimate`. */
export function planOptions(command: Command): Command {
  const described = command
    .option('--benchmark <id>', 'benchmark to run, repeatable (default: guideeval)', collect)
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
    )
    .option('--no-one-sentence', 'MRBench: do not ask the tutor for a single sentence')
    .option('--no-solution-to-judge', 'MRBench: keep the worked solution from the judges, as the paper does')
    .option('--one-judge-call', 'MRBench: judge all eight dimensions of a reply in one call')
    .addOption(
      new Option('--theory <mode>', 'SocratesBench: play with the theory, without, or both (default: on)').choices([
        'on',
        'off',
        'both',
      ]),
    )
    .option('--parallel-example-counts', 'SocratesBench: a worked example with other numbers counts as a computed step')
    .option('--expose-answer-key', 'SocratesBench: fill {{answer}} in the prompt with the answer key')
    .option(
      '--whole-conversation',
      'SocratesBench: J2 and J3 judge all messages of a conversation in one call; other judges than by default',
    )
    .addOption(
      new Option('--preset <name>', 'SocratesBench: “paper” plays its task a hundred times, with theory').choices([
        'paper',
      ]),
    )
    .option('--both-orders', 'KMP-Dialogue: judge each pair of replies in both orders')
    .option('--literal-mr-score', 'KMP-Skills: also show MR-Score as the KMP paper words it')
    .option('--clip-per-sample', 'TutorBench: clip each sample’s score to 0..1 before averaging');
  return capOptions(parameterOptions(described))
    .option('--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them')
    .option('--store <dir>', 'where runs are kept (default: .tutor-prompt-lab beside the prompt’s workspace)');
}
