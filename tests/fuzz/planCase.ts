import { benchmarks } from '../../src/core/benchmarks/registry';
import { createRandom, type Random } from '../../src/core/statistics/random';
import type { FuzzAction, FuzzCase, FuzzPlan } from './fuzzCase';
import { pick } from './hostileValues';
import type { CorpusRuns } from './makeCorpus';
import { namedServer } from './places';

/** One in so many actions is done by the built program, which takes a second to start. */
const programShare = 50;

/** Draws what is mutated in a case and what is done with it. */
export function planCase(of: FuzzCase, files: readonly string[], runs: CorpusRuns): FuzzPlan {
  const random = createRandom(`${of.seed} ${of.number}`);
  const area = areas.find(({ name }) => name === of.area) ?? areaOf(random);
  const file = pick(filesOf(area, files, random), random);
  const commands = commandsFor(area, file, runs, random);
  const actions = random.shuffle(commands).slice(0, of.most ?? area.most ?? 2);
  return {
    ...of,
    area: area.name,
    file,
    allows: area.allows ?? [],
    spoils: area.spoils ?? false,
    actions: actions.map((action) =>
      // The program waits as long as it is asked to, and half a minute for a batch.
      action.kind === 'command' &&
      area.spoils !== true &&
      !waitsForBatches(action.argv) &&
      random.int(programShare) === 0
        ? { ...action, kind: 'program' }
        : action,
    ),
  };
}

function waitsForBatches(argv: readonly string[]): boolean {
  return argv.some((word) => word === '--batch' || word === 'latest' || word.endsWith('-held'));
}

interface Area {
  readonly name: string;
  readonly share: number;
  readonly files: RegExp;
  readonly spoils?: boolean;
  readonly allows?: readonly string[];
  /** Most actions of a case; two unless given. */
  readonly most?: number;
  commands(file: string, tools: Tools): readonly FuzzAction[];
}

interface Tools {
  readonly runs: CorpusRuns;
  readonly random: Random;
  /** The id of a run by its name. */
  readonly id: (name: string) => string;
}

/** A prompt that a user runs may name a model, which is asked where its key belongs and nowhere else. */
const providers = ['api.openai.com:443', 'api.anthropic.com:443'];

const named = ['--tutor-base-url', namedServer, '--judge-base-url', namedServer, '--student-base-url', namedServer];
const models = ['--tutor', 'openai:m', '--judge', 'anthropic:j', ...named];

/** Those that play a sample once: many trials of a long dialogue would take most of the time. */
const playedOnce = [...benchmarks.values()].filter(({ defaultRepeats }) => defaultRepeats === 1).map(({ id }) => id);

const ofFormat = (format: string) =>
  [...benchmarks.values()].find(({ importers }) => importers.some((importer) => importer.format === format));

const command = (...argv: readonly string[]): FuzzAction => ({ kind: 'command', argv });
const report = (id: string, format: string, ...more: readonly string[]): FuzzAction =>
  command('report', id, '--format', format, ...more);
const formats = ['html', 'markdown', 'csv', 'junit', 'json'];

const evaluate = (...more: readonly string[]): FuzzAction => command('evaluate', 'tutor.md', '--limit', '1', ...more);

/** All that reads a run. */
function ofRun(id: string, { runs, random }: Tools): readonly FuzzAction[] {
  const all = Object.values(runs);
  const own = all.find((run) => run.id === id);
  const others = all.filter((run) => run.id !== id && run.benchmark === own?.benchmark && run.kind === 'evaluation');
  const other = others.length === 0 ? id : pick(others, random).id;
  const goOn = [...named, '--max-calls', '900'];
  const always = [
    report(id, pick(formats, random)),
    report(id, pick(formats, random), '--majority'),
    command('runs'),
    command('runs', '--json'),
    command('runs', 'tutor.md'),
    command('resume', id, ...goOn),
    command('resume', id, ...goOn, '--json', '--no-cache'),
    command('resume', 'latest', '--html', 'out.html', ...goOn),
    command('runs', '--delete', id),
    command('runs', '--keep', '1'),
    { kind: 'window', before: id, after: other },
    { kind: 'window', before: other, after: id },
  ] as const;
  if (own?.kind === 'calibration') return always;
  if (own?.kind === 'batch') return [...always, command('resume', id, ...named, '--cancel-batches')];
  return [
    ...always,
    report(id, pick(['markdown', 'junit', 'json'], random), '--baseline', other),
    report(other, pick(['markdown', 'junit', 'json'], random), '--baseline', id),
    command('compare', id, other),
    command('compare', other, id, '--json'),
    command('judge', id, '--judge-base-url', namedServer),
    command('judge', id, '--judge', 'offline', '--json'),
    command('judge', id, '--judge', 'openai:x', '--judge-base-url', namedServer, '--no-cache'),
    command('judge', id, '--judge', 'openai:x', '--judge-base-url', namedServer, '--batch'),
    evaluate('--benchmark', own?.benchmark ?? 'guideeval', '--baseline', id),
  ];
}

function runOf(file: string): string {
  return file.split('/')[2] ?? '';
}

const runFiles = (name: string, share: number, files: RegExp): Area => ({
  name,
  share,
  files,
  commands: (file, tools) => {
    const all = ofRun(runOf(file), tools);
    const [first, ...others] = all.filter(
      ({ kind, ...rest }) => kind === 'command' && /resume|judge/.test(JSON.stringify(rest)),
    );
    // What makes calls is in half of the cases.
    return tools.random.next() < 0.5 || first === undefined
      ? all
      : [pick([first, ...others], tools.random), pick(all, tools.random)];
  },
});

const areas: readonly Area[] = [
  {
    name: 'prompt',
    share: 12,
    files: /^(again\.)?tutor\.md$/,
    allows: providers,
    commands: (file, { random }) => [
      evaluatePrompt(file),
      evaluatePrompt(file, '--json'),
      evaluatePrompt(file, '--html', 'out.html', ...(random.next() < 0.5 ? models : [])),
      command('estimate', file),
      command('estimate', file, '--benchmark', 'socratesbench', '--json'),
      command('runs', file),
      command('resume', 'latest', ...named, '--max-calls', '900'),
    ],
  },
  {
    name: 'samples',
    share: 18,
    files: /^samples\/[\w-]+\.jsonl$/,
    commands: (file, { random }) => {
      const benchmark = file.slice('samples/'.length, -'.jsonl'.length);
      const known = benchmarks.get(benchmark);
      const given = ['--samples', file, '--benchmark', benchmark];
      return [
        command('evaluate', 'tutor.md', ...given),
        command('evaluate', 'tutor.md', ...given, '--json'),
        command('evaluate', 'tutor.md', ...given, '--html', 'out.html', '--limit', '2'),
        command('evaluate', 'tutor.md', ...given, '--limit', '1', ...models),
        command('estimate', 'tutor.md', ...given),
        ...(known?.labelledMetrics === undefined ? [] : [command('metrics', benchmark, file)]),
        ...(known?.goldReplies === undefined
          ? []
          : [command('calibrate', benchmark, file, '--limit', pick(['1', '2', '9'], random))]),
      ];
    },
  },
  {
    name: 'recorded replies',
    share: 4,
    files: /^replies\//,
    commands: (file) => {
      const given = ['--benchmark', 'guideeval', '--samples', 'samples/guideeval.jsonl', '--replies', file];
      return [
        command('evaluate', 'tutor.md', ...given),
        command('evaluate', 'tutor.md', ...given, '--json', ...models),
        command('estimate', 'tutor.md', ...given),
        command('resume', 'latest', ...named, '--max-calls', '900'),
      ];
    },
  },
  {
    name: 'images',
    share: 2,
    files: /^(samples\/images\/.*|\.tutor-prompt-lab\/images\/.*)$/,
    commands: (_file, tools) => [
      command('evaluate', 'tutor.md', '--samples', 'samples/tutorbench.jsonl', '--benchmark', 'tutorbench'),
      evaluate('--samples', 'samples/tutorbench.jsonl', '--benchmark', 'tutorbench', ...models),
      ...ofRun(tools.id('tutorbench'), tools),
    ],
  },
  {
    name: 'public data',
    share: 6,
    files: /^public\//,
    commands: (file) => {
      const format = /public\/(\w+)/.exec(file)?.[1] ?? '';
      const benchmark = ofFormat(format)?.id ?? 'mrbench';
      const labelled = [
        command('metrics', 'mrbench', file),
        command('calibrate', 'mrbench', file, '--json'),
        command('calibrate', 'mrbench', file, '--judge', 'openai:m', '--judge-base-url', namedServer),
      ];
      return [
        command('import', 'auto', file),
        command('import', format, file),
        command('evaluate', 'tutor.md', '--benchmark', benchmark, '--samples', file),
        ...(format === 'mrbench' ? labelled : []),
      ];
    },
  },
  runFiles('manifest', 16, /\/runs\/[^/]+\/run\.json$/),
  runFiles('journal', 14, /\/runs\/[^/]+\/journal\.jsonl$/),
  runFiles('stored samples', 6, /\/runs\/[^/]+\/samples\.jsonl$/),
  runFiles('summary', 5, /\/runs\/[^/]+\/summary\.json$/),
  runFiles('batch log', 4, /\/runs\/[^/]+\/batches\.jsonl$/),
  {
    name: 'card',
    share: 4,
    files: /\/cards\//,
    commands: (_file, tools) => [
      ...ofRun(tools.id('mrbench'), tools),
      command('calibrate', 'mrbench', 'public/mrbench.json', '--json'),
    ],
  },
  {
    name: 'labels',
    share: 4,
    files: /\/labels\//,
    commands: () => [
      command('labels', 'mrbench'),
      command('calibrate', 'mrbench', 'labels'),
      command('calibrate', 'mrbench', 'labels', '--json'),
      command('calibrate', 'mrbench', 'labels', '--judge', 'openai:m', '--judge-base-url', namedServer),
    ],
  },
  {
    name: 'override',
    share: 4,
    files: /^judges\//,
    commands: (_file, { id }) => [
      evaluate('--benchmark', 'guideeval', ...models),
      evaluate('--benchmark', 'mrbench', '--judge-prompts', 'judges', ...models, '--json'),
      command(
        'judge',
        id('guideeval'),
        '--judge-prompts',
        'judges',
        '--judge',
        'openai:m',
        '--judge-base-url',
        namedServer,
      ),
      command(
        'calibrate',
        'mrbench',
        'labels',
        '--judge-prompts',
        'judges',
        '--judge',
        'openai:m',
        '--judge-base-url',
        namedServer,
      ),
      command('estimate', 'tutor.md', ...models),
    ],
  },
  {
    name: 'revisions',
    share: 2,
    files: /\/revisions\.jsonl$/,
    commands: (_file, tools) => ofRun(pick(Object.values(tools.runs), tools.random).id, tools),
  },
  {
    name: 'ledger',
    share: 2,
    files: /\/spending\//,
    commands: (_file, { id }) => [
      evaluate(...models, '--max-calls-per-day', '900', '--no-cache'),
      evaluate('--tutor', 'openai:m', '--tutor-base-url', namedServer, '--max-calls-per-day', '400'),
      command('resume', id('cut'), ...named, '--max-calls', '6', '--max-calls-per-day', '500'),
    ],
  },
  {
    name: 'cache',
    share: 2,
    files: /\/cache\//,
    commands: () => [
      command('cache'),
      command('cache', '--clear', '--json'),
      evaluate('--benchmark', 'guideeval', '--limit', '2', ...models, '--json'),
    ],
  },
  {
    name: 'store',
    share: 2,
    files: /^\.tutor-prompt-lab\//,
    commands: (file, tools) => ofRun(file.includes('/runs/') ? runOf(file) : tools.id('guideeval'), tools),
  },
  {
    name: 'answers',
    share: 8,
    files: /^tutor\.md$/,
    spoils: true,
    most: 1,
    commands: (_file, { random, id }) => {
      const some = [
        '--tutor',
        pick(['openai:m', 'anthropic:m'], random),
        '--judge',
        pick(['openai:j', 'anthropic:j'], random),
        ...named,
      ];
      const benchmark = pick(playedOnce, random);
      return [
        evaluate('--benchmark', benchmark, ...some, '--json'),
        evaluate('--benchmark', benchmark, ...some, '--html', 'out.html'),
        evaluate('--benchmark', 'guideeval', ...some, '--batch'),
        evaluate('--benchmark', benchmark, ...some, '--batch', '--json'),
        command('resume', id('cut'), ...named, '--max-calls', '50'),
        command('resume', id('held'), ...named),
        command('judge', id('mrbench'), '--judge', 'openai:m', '--judge-base-url', namedServer),
        command(
          'calibrate',
          'mrbench',
          'public/mrbench.json',
          '--limit',
          '2',
          '--judge',
          'anthropic:m',
          '--judge-base-url',
          namedServer,
        ),
      ];
    },
  },
  { name: 'settings', share: 4, files: /^settings\.json$/, most: 1, commands: () => [{ kind: 'settings' }] },
];

const all = areas.reduce((sum, { share }) => sum + share, 0);

function areaOf(random: Random): Area {
  let at = random.next() * all;
  return areas.find(({ share }) => (at -= share) < 0) ?? areas[0]!;
}

function filesOf({ name, files: pattern }: Area, files: readonly string[], random: Random): readonly string[] {
  const own = files.filter((file) => pattern.test(file));
  if (own.length === 0) throw new Error(`The corpus has no file for ${name}.`);
  // A run's lock is there while it is written only, so that the corpus has none.
  return name === 'manifest' && random.int(12) === 0 ? own.map((file) => file.replace('run.json', 'lock.json')) : own;
}

function commandsFor(area: Area, file: string, runs: CorpusRuns, random: Random): readonly FuzzAction[] {
  return area.commands(file, { runs, random, id: (name) => runs[name]?.id ?? name });
}

function evaluatePrompt(file: string, ...more: readonly string[]): FuzzAction {
  return command('evaluate', file, '--limit', '1', ...more);
}
