import { Command, Option } from 'commander';
import type { CalibrateOptions } from './calibrateCommand';
import type { EstimateOptions } from './estimateCommand';
import type { EvaluateOptions } from './evaluateCommand';
import type { CheckOptions } from './checkCommand';
import type { CacheOptions } from './cacheCommand';
import type { CompareOptions } from './compareCommand';
import type { JudgeOptions } from './judgeCommand';
import type { JudgeWordingOptions, LabelsOptions } from './dataCommands';
import {
  capOptions,
  checkOptions,
  collect,
  comparisonChoices,
  connectionText,
  natural,
  parameterOptions,
  planOptions,
  positive,
  reportFormats,
} from './cliOptions';
import { foreignText } from './terminalText';
import type { ReportOptions } from './reportCommand';
import type { ResumeOptions } from './resumeCommand';
import type { RunsOptions } from './runsCommand';
import type { TagsOptions } from './tagsCommand';

/** What each command does; handed in so that parsing can be tried without running anything. Each resolves to an exit code. */
export interface CliActions {
  /** Comes before each command: takes up the user's own models, from the file that is named. */
  models(file: string | undefined): Promise<void>;
  evaluate(prompt: string, options: EvaluateOptions): Promise<number>;
  estimate(prompt: string, options: EstimateOptions): Promise<number>;
  check(model: string, options: CheckOptions): Promise<number>;
  resume(run: string, options: ResumeOptions): Promise<number>;
  judge(run: string, options: JudgeOptions): Promise<number>;
  tags(run: string, options: TagsOptions): Promise<number>;
  compare(before: string, after: string, options: CompareOptions): Promise<number>;
  example(options: { readonly json?: boolean }): Promise<number>;
  metrics(benchmark: string, file: string, options: { readonly json?: boolean }): Promise<number>;
  calibrate(benchmark: string, gold: string, options: CalibrateOptions): Promise<number>;
  labels(benchmark: string, options: LabelsOptions): Promise<number>;
  judgeWording(benchmark: string, judge: string, options: JudgeWordingOptions): Promise<number>;
  import(format: string, file: string, options: { readonly output?: string }): Promise<number>;
  report(run: string, options: ReportOptions): Promise<number>;
  cache(options: CacheOptions): Promise<number>;
  runs(prompt: string | undefined, options: RunsOptions): Promise<number>;
}

/** The command line as commander sees it. `done` receives the exit code of the command that ran. */
export function createProgram(version: string, actions: CliActions, done: (code: number) => void): Command {
  const program = new Command('tutor-prompt-lab')
    .description('Evaluate the system prompt of an LLM tutor on tutoring benchmarks.')
    .version(version)
    .option('--models <file>', 'facts and prices of models of your own, before or after any command')
    .hook('preAction', (all) => actions.models(all.opts<{ readonly models?: string }>().models))
    .showSuggestionAfterError(true)
    // Commander puts its suggestion on a line of its own; every error here is one line.
    .configureOutput({ outputError: (text, write) => write(`${foreignText(text.trim())}\n`) })
    .exitOverride();
  checkOptions(
    planOptions(
      program
        .command('evaluate')
        .description('run a prompt file against benchmarks')
        .argument('<prompt>', 'the prompt file, text or Markdown, or a built-in prompt such as guideeval/rule'),
    ),
  )
    .option('--concurrency <n>', 'most calls in flight per provider (default: adaptive)', positive)
    .option('--no-cache', 'ask again even where an identical call is stored')
    .option('--majority', 'also show metrics by the label that more than half of several judges gave')
    .option('--html <file>', 'also write the HTML report to this file')
    .option('--json', 'one JSON object on standard output')
    .action(async (prompt: string, options: EvaluateOptions) => done(await actions.evaluate(prompt, options)));
  planOptions(
    program
      .command('estimate')
      .description('calls, tokens and cost of an evaluate, without making it')
      .argument('<prompt>', 'the prompt file, or a built-in prompt'),
  )
    .option('--json', 'one JSON object on standard output')
    .action(async (prompt: string, options: EstimateOptions) => done(await actions.estimate(prompt, options)));
  parameterOptions(
    program
      .command('check')
      .description('ask a model a handful of short things: what works with it, what a run costs and takes')
      .argument('<model>', 'openai:…, anthropic:… or CONNECTION:…'),
    ['tutor'],
  )
    .option('--prompt <file>', 'whose run is estimated (default: a built-in prompt)')
    .option('--benchmark <id>', 'benchmark of that run, repeatable (default: guideeval)', collect)
    .option('--limit <n>', 'units of that run (default: all)', positive)
    .option('--base-url <url>', 'an OpenAI- or Anthropic-compatible server')
    .option('--connection <file>', connectionText, collect)
    .option('--store <dir>', 'where runs are kept')
    .option('--json', 'one JSON object on standard output')
    .action(async (model: string, options: CheckOptions) => done(await actions.check(model, options)));
  checkOptions(
    capOptions(
      program
        .command('resume')
        .description('finish a run that was cut off')
        .argument('<run>', 'run id, the start of one, latest, or a run’s folder'),
      false,
    ),
  )
    .option('--tutor-base-url <url>', 'the tutor’s server, when the run used one')
    .option('--judge-base-url <url>', 'likewise for the judges')
    .option('--student-base-url <url>', 'likewise for the model that plays the student')
    .option('--connection <file>', connectionText, collect)
    .option('--store <dir>', 'where runs are kept')
    .option('--majority', 'also show metrics by the label that more than half of several judges gave')
    .option('--take-over', 'go on although a process that shows no sign of life holds the run')
    .option('--cancel-batches', 'end the run’s batches at the provider, keep what they had answered, and stop')
    .option('--concurrency <n>', 'most calls in flight per provider (default: adaptive)', positive)
    .option('--no-cache', 'ask again even where an identical call is stored')
    .option('--html <file>', 'also write the HTML report to this file')
    .option('--judge-wording <dir>', 'a calibration: the judges’ texts of your own that come after the built-in ones')
    .option('--disagreements <n|file>', 'a calibration: how many to list (default: 5), or a file for all of them')
    .option('--json', 'one JSON object on standard output')
    .action(async (run: string, options: ResumeOptions) => done(await actions.resume(run, options)));
  judgingOptions(
    program
      .command('judge')
      .description('judge the replies of a run again; no tutor calls')
      .argument('<run>', 'run id, the start of one, latest, or a run’s folder'),
  )
    .option('--judge <model>', 'the new judge, repeatable (default: the run’s own, in their present version)', collect)
    .option('--judge-wording <dir>', 'judges’ texts of your own (default: as the run had them)')
    .option('--no-judge-wording', 'ask judges with the built-in texts')
    .option('--majority', 'also show metrics by the label that more than half of several judges gave')
    .option('--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them')
    .option('--html <file>', 'also write the HTML report to this file')
    .action(async (run: string, options: JudgeOptions) => done(await actions.judge(run, options)));
  judgingOptions(
    program
      .command('tags')
      .description('have a judge say how the failing replies of a run fail; one call each, no score changes')
      .argument('<run>', 'run id, the start of one, latest, or a run’s folder'),
  )
    .option('--judge <model>', 'the language model to ask (default: the run’s first that is one)')
    .option('--take-over', 'take the run from a process that shows no sign of life')
    .action(async (run: string, options: TagsOptions) => done(await actions.tags(run, options)));
  comparisonChoices(
    program
      .command('compare')
      .description('paired comparison of two runs')
      .argument('<before>', 'run id, the start of one, latest, or a run’s folder')
      .argument('<after>', 'likewise'),
  )
    .option('--judge <model>', 'whose verdicts count (default: a judge that both runs have, else the first of each)')
    .option('--judge-before <model>', 'whose verdicts count in the first run')
    .option('--judge-after <model>', 'whose verdicts count in the second run')
    .option('--store <dir>', 'where runs are kept')
    .option('--json', 'one JSON object on standard output')
    .action(async (before: string, after: string, options: CompareOptions) =>
      done(await actions.compare(before, after, options)),
    );
  program
    .command('example')
    .description('recorded replies of two real models and a human tutor, judged by people; no key, nothing is sent')
    .option('--json', 'one JSON object on standard output')
    .action(async (options: { json?: boolean }) => done(await actions.example(options)));
  program
    .command('metrics')
    .description('the benchmark’s metrics from labels that are already there')
    .argument('<benchmark>', 'mrbench')
    .argument('<labels>', 'a labelled data file in its original form')
    .option('--json', 'one JSON object on standard output')
    .action(async (benchmark: string, file: string, options: { json?: boolean }) =>
      done(await actions.metrics(benchmark, file, options)),
    );
  judgingOptions(
    program
      .command('calibrate')
      .description('run a judge on human-labelled replies; agreement per dimension')
      .argument('<benchmark>', 'guideeval, mrbench, tutorbench, or any other with hand labels')
      .argument('<gold>', 'a file of labelled replies, or “labels” for the hand labels of the store'),
  )
    .option('--judge <model>', 'the judge to check, repeatable (default: offline)', collect)
    .option('--judge-wording <dir>', 'check the judges’ texts of your own in this folder against the built-in ones')
    .option('--no-solution-to-judge', 'MRBench: check the judges as they are without the worked solution')
    .option('--one-judge-call', 'MRBench: check the judges as they are with all dimensions in one call')
    .option('--dimension <id>', 'only this dimension, repeatable (default: all that have labels)', collect)
    .option('--tutor <name>', 'only the replies of this tutor, as the file names it')
    .option('--samples <file>', 'the samples of a judged run that does not bring them')
    .option('--limit <n>', 'a seeded sample of n dialogues or problems', positive)
    .option('--seed <n>', 'seed of sampling and intervals (default: 1)', natural)
    .option('--disagreements <n|file>', 'how many disagreements to list (default: 5), or a file for all of them')
    .option('--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them')
    .action(async (benchmark: string, gold: string, options: CalibrateOptions) =>
      done(await actions.calibrate(benchmark, gold, options)),
    );
  program
    .command('labels')
    .description('write the hand labels of the store as JSONL, which calibrate reads')
    .argument('<benchmark>', 'guideeval, mrbench, socratesbench, kmp-dialogue, kmp-skills or tutorbench')
    .option('--out <file>', 'where to write (default: standard output)')
    .option('--store <dir>', 'where runs and labels are kept')
    .action(async (benchmark: string, options: LabelsOptions) => done(await actions.labels(benchmark, options)));
  program
    .command('judge-wording')
    .description('write the built-in text of a judge as a file to begin a wording of your own with')
    .argument('<benchmark>', 'guideeval, mrbench, socratesbench, kmp-dialogue, kmp-skills or tutorbench')
    .argument('<judge>', 'id of the judge, for instance actionability')
    .option('--out <dir>', 'folder of wordings; the file goes into the benchmark’s folder there (default: judges)')
    .option('--one-judge-call', 'MRBench: the text that decides all dimensions in one call')
    .action(async (benchmark: string, judge: string, options: JudgeWordingOptions) =>
      done(await actions.judgeWording(benchmark, judge, options)),
    );
  program
    .command('import')
    .description('convert a public data set into sample lines')
    .argument('<format>', 'mrbench, bridge, mathdial, … or auto')
    .argument('<file>', 'the data file')
    .option('--output <file>', 'where to write (default: standard output)')
    .action(async (format: string, file: string, options: { output?: string }) =>
      done(await actions.import(format, file, options)),
    );
  comparisonChoices(
    program
      .command('report')
      .description('write a stored run as a report')
      .argument('<run>', 'run id, the start of one, latest, or a run’s folder'),
  )
    .addOption(new Option('--format <format>', 'form of the report').choices(reportFormats).makeOptionMandatory())
    .option('--majority', 'also show metrics by the label that more than half of several judges gave')
    .option('--baseline <run>', 'markdown, junit, json: begin with the comparison with this run')
    .option('--output <file>', 'where to write (default: standard output)')
    .option('--store <dir>', 'where runs are kept')
    .action(async (run: string, options: ReportOptions) => done(await actions.report(run, options)));
  program
    .command('cache')
    .description('how much the store keeps of answers to identical calls; or forget them')
    .option('--clear', 'delete them')
    .option('--store <dir>', 'where runs are kept')
    .option('--json', 'one JSON object on standard output')
    .action(async (options: CacheOptions) => done(await actions.cache(options)));
  program
    .command('runs')
    .description('the stored runs, newest first; with --delete or --keep, deletes runs')
    .argument('[prompt]', 'only the runs of this prompt file')
    .option('--delete <run>', 'delete this run for good, repeatable', collect)
    .option('--take-over', 'with --delete: also one that a process holds which shows no sign of life')
    .option('--keep <n>', 'delete all but the newest n runs of the prompt, or of each prompt', positive)
    .option('--store <dir>', 'where runs are kept')
    .option('--json', 'one JSON object on standard output')
    .action(async (prompt: string | undefined, options: RunsOptions) => done(await actions.runs(prompt, options)));
  return program;
}

/** Options of a command whose judge looks at replies that are there already. */
function judgingOptions(command: Command): Command {
  return capOptions(parameterOptions(command, ['judge']))
    .option('--judge-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the judge')
    .option('--connection <file>', connectionText, collect)
    .option('--store <dir>', 'where runs and trust cards are kept')
    .option('--concurrency <n>', 'most calls in flight per provider (default: adaptive)', positive)
    .option('--no-cache', 'ask again even where an identical call is stored')
    .option('--json', 'one JSON object on standard output');
}
