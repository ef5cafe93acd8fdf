import { Command, Option } from 'commander';
import { benchmarkIds } from '../core/benchmark/samples';
import {
  capOptions,
  checkOptions,
  collect,
  comparisonOptions,
  natural,
  parameterOptions,
  positive,
  reportFormats,
  withShared,
} from './cliOptions';
import type { CliHost } from './cliContext';
import type { CommandName } from './commands';
import { policyOptions } from './policyOptions';
import { foreignText } from './terminalText';

/** What is done with a command line; handed in so that parsing can be tried without running anything. */
export interface CliActions {
  /** Comes before each command: takes up the user's own models, from the file that is named. */
  models(file: string | undefined): Promise<void>;
  /** Resolves to the exit code. */
  run(name: CommandName, given: readonly unknown[]): Promise<number>;
}

const runArgument = ['<run>', 'run id, the start of one, latest, or a run’s folder'] as const;
const benchmarkArgument = [
  '<benchmark>',
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(benchmarkIds),
] as const;

/** The command line as commander sees it. `done` receives the exit code of the command that ran. */
export function createProgram(
  version: string,
  actions: CliActions,
  done: (code: number) => void,
  { stdout, stderr }: Pick<CliHost, 'stdout' | 'stderr'> = process,
): Command {
  const program = new Command('tutor-prompt-lab')
    .description('Evaluate the system prompt of an LLM tutor on tutoring benchmarks.')
    .version(version)
    .option('--models <file>', 'facts and prices of models of your own, before or after any command')
    .hook('preAction', (all) => actions.models(all.opts<{ readonly models?: string }>().models))
    .showSuggestionAfterError(true)
    // Commander puts its suggestion on a line of its own; every error here is one line.
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`${foreignText(text.trim())}\n`),
    })
    .exitOverride();
  const command = (
    name: CommandName,
    description: string,
    ...named: readonly (readonly [name: string, text: string])[]
  ): Command => {
    const added = program.command(name).description(description);
    for (const [argument, text] of named) added.argument(argument, text);
    // Commander hands over the arguments, the options and the command.
    return added.action(async (...given: unknown[]) => done(await actions.run(name, given.slice(0, -1))));
  };

  const evaluate = command('evaluate', 'run a prompt file against benchmarks', [
    '<prompt>',
    'the prompt file, text or Markdown, or a built-in prompt such as guideeval/rule',
  ]);
  withShared(checkOptions(planOptions(evaluate)), 'concurrency', 'noCache', 'majority', 'html', 'json');
  const estimate = command('estimate', 'calls, tokens and cost of an evaluate, without making it', [
    '<prompt>',
    'the prompt file, or a built-in prompt',
  ]);
  withShared(planOptions(estimate), 'json');
  const check = command(
    'check',
    'ask a model a handful of short things: what works with it, what a run costs and takes',
    ['<model>', 'openai:…, anthropic:… or CONNECTION:…'],
  );
  parameterOptions(check, ['tutor'])
    .option('--prompt <file>', 'whose run is estimated (default: a built-in prompt)')
    .option('--benchmark <id>', `benchmark of that run, repeatable (default: ${benchmarkIds[0]})`, collect)
    .option('--limit <n>', 'units of that run (default: all)', positive)
    .option('--base-url <url>', 'an OpenAI- or Anthropic-compatible server');
  withShared(check, 'connection', 'store', 'json');

  const resume = command('resume', 'finish a run that was cut off', runArgument);
  checkOptions(capOptions(resume, false))
    .option('--tutor-base-url <url>', 'the tutor’s server, when the run used one')
    .option('--judge-base-url <url>', 'likewise for the judges')
    .option('--student-base-url <url>', 'likewise for the model that plays the student');
  withShared(resume, 'connection', 'store', 'majority')
    .option('--take-over', 'go on although a process that shows no sign of life holds the run')
    .option('--cancel-batches', 'end the run’s batches at the provider, keep what they had answered, and stop');
  withShared(resume, 'concurrency', 'noCache', 'html')
    .option('--judge-wording <dir>', 'a calibration: the judges’ texts of your own that come after the built-in ones')
    .option('--disagreements <n|file>', 'a calibration: how many to list (default: 5), or a file for all of them');
  withShared(resume, 'json');

  const judge = command('judge', 'judge the replies of a run again; no tutor calls', runArgument);
  judgingOptions(judge)
    .option('--judge <model>', 'the new judge, repeatable (default: the run’s own, in their present version)', collect)
    .option('--judge-wording <dir>', 'judges’ texts of your own (default: as the run had them)')
    .option('--no-judge-wording', 'ask judges with the built-in texts');
  withShared(judge, 'majority', 'batch', 'html');
  const tags = command(
    'tags',
    'have a judge say how the failing replies of a run fail; one call each, no score changes',
    runArgument,
  );
  judgingOptions(tags)
    .option('--judge <model>', 'the language model to ask (default: the run’s first that is one)')
    .option('--take-over', 'take the run from a process that shows no sign of life');
  const calibrate = command(
    'calibrate',
    'run a judge on human-labelled replies; agreement per dimension',
    ['<benchmark>', 'guideeval, mrbench, tutorbench, or any other with hand labels'],
    ['<gold>', 'a file of labelled replies, or “labels” for the hand labels of the store'],
  );
  judgingOptions(calibrate)
    .option('--judge <model>', 'the judge to check, repeatable (default: offline)', collect)
    .option('--judge-wording <dir>', 'check the judges’ texts of your own in this folder against the built-in ones');
  policyOptions(calibrate, (policy) => policy.calibrate?.text)
    .option('--dimension <id>', 'only this dimension, repeatable (default: all that have labels)', collect)
    .option('--tutor <name>', 'only the replies of this tutor, as the file names it')
    .option('--samples <file>', 'the samples of a judged run that does not bring them')
    .option('--limit <n>', 'a seeded sample of n dialogues or problems', positive)
    .option('--seed <n>', 'seed of sampling and intervals (default: 1)', natural)
    .option('--disagreements <n|file>', 'how many disagreements to list (default: 5), or a file for all of them');
  withShared(calibrate, 'batch');

  const compare = command(
    'compare',
    'paired comparison of two runs',
    ['<before>', runArgument[1]],
    ['<after>', 'likewise'],
  );
  comparisonOptions(compare)
    .option('--judge <model>', 'whose verdicts count (default: a judge that both runs have, else the first of each)')
    .option('--judge-before <model>', 'whose verdicts count in the first run')
    .option('--judge-after <model>', 'whose verdicts count in the second run');
  withShared(compare, 'store', 'json');
  const report = command('report', 'write a stored run as a report', runArgument);
  comparisonOptions(report).addOption(
    new Option('--format <format>', 'form of the report').choices(reportFormats).makeOptionMandatory(),
  );
  withShared(report, 'majority')
    .option('--baseline <run>', 'markdown, junit, json: begin with the comparison with this run')
    .option('--output <file>', 'where to write (default: standard output)');
  withShared(report, 'store');
  const example = 'recorded replies of two real models and a human tutor, judged by people; no key, nothing is sent';
  withShared(command('example', example), 'json');

  const metrics = command(
    'metrics',
    'the benchmark’s metrics from labels that are already there',
    ['<benchmark>', 'mrbench'],
    ['<labels>', 'a labelled data file in its original form'],
  );
  withShared(metrics, 'json');
  command('labels', 'write the hand labels of the store as JSONL, which calibrate reads', benchmarkArgument)
    .option('--out <file>', 'where to write (default: standard output)')
    .option('--store <dir>', 'where runs and labels are kept');
  const wording = 'write the built-in text of a judge as a file to begin a wording of your own with';
  const ownWording = command('judge-wording', wording, benchmarkArgument, [
    '<judge>',
    'id of the judge, for instance actionability',
  ]).option('--out <dir>', 'folder of wordings; the file goes into the benchmark’s folder there (default: judges)');
  policyOptions(ownWording, (policy) => policy.wording);
  const format = ['<format>', 'mrbench, bridge, mathdial, … or auto'] as const;
  command('import', 'convert a public data set into sample lines', format, ['<file>', 'the data file']).option(
    '--output <file>',
    'where to write (default: standard output)',
  );
  const cache = command('cache', 'how much the store keeps of answers to identical calls; or forget them');
  withShared(cache.option('--clear', 'delete them'), 'store', 'json');
  const listed = ['[prompt]', 'only the runs of this prompt file'] as const;
  const runs = command('runs', 'the stored runs, newest first; with --delete or --keep, deletes runs', listed)
    .option('--delete <run>', 'delete this run for good, repeatable', collect)
    .option('--take-over', 'with --delete: also one that a process holds which shows no sign of life')
    .option('--keep <n>', 'delete all but the newest n runs of the prompt, or of each prompt', positive);
  withShared(runs, 'store', 'json');
  return program;
}

/** Adds the options that say what a run is made of, the same for `evaluate` and `estimate`. */
function planOptions(command: Command): Command {
  command
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
    .option('--student-base-url <url>', 'likewise for the model that plays the student');
  withShared(command, 'connection')
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
  policyOptions(command, ({ option }) => option?.text);
  return withShared(capOptions(parameterOptions(command)), 'batch').option(
    '--store <dir>',
    'where runs are kept (default: .tutor-prompt-lab beside the prompt’s workspace)',
  );
}

/** Options of a command whose judge looks at replies that are there already. */
function judgingOptions(command: Command): Command {
  capOptions(parameterOptions(command, ['judge']))
    .option('--judge-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the judge')
    .option('--store <dir>', 'where runs and trust cards are kept');
  return withShared(command, 'connection', 'concurrency', 'noCache', 'json');
}
