import { cp, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkId } from '../../src/core/benchmark/samples';
import { benchmarkIds } from '../../src/core/benchmarks/policies';
import { FileHandLabelLog } from '../../src/core/store/handLabelLog';
import { FileRevisionLog } from '../../src/core/store/revisionLog';
import { released } from '../contract/cli/releasedGold';
import { markerKeys } from './markerKeys';
import { MutatingServer } from './mutatingServer';
import { namedAt, victimFile, victimText, workspaceFolder } from './places';
import { type CommandEnd, runCommand } from './runCommand';

/** A run of the corpus. */
interface CorpusRun {
  readonly id: string;
  readonly benchmark: BenchmarkId;
  /** `batch`: its only batch is under way for ever. */
  readonly kind: 'evaluation' | 'batch' | 'calibration';
}

/** By the names that cases give them. */
export type CorpusRuns = Readonly<Record<string, CorpusRun>>;

/** Where they are noted. */
export const runsFile = 'runs.json';

/**
 * Uses the product's own commands to write a workspace with prompts, judge prompts, samples, and a store with runs of
 * every benchmark and kind. Changes the working folder of the process.
 */
export async function makeCorpus(folder: string, repository: string): Promise<void> {
  const cwd = path.join(folder, workspaceFolder);
  await mkdir(path.join(cwd, 'samples'), { recursive: true });
  await mkdir(path.join(cwd, 'public'));
  await writeFile(path.join(folder, victimFile), victimText);
  // The search for a store ends here.
  await mkdir(path.join(cwd, '.tutor-prompt-lab'));
  await writePrompts(cwd, repository);
  await writeSamples(cwd, repository);
  await writePublicData(path.join(cwd, 'public'));
  await writeReplies(cwd);
  await writeSettings(cwd, repository);
  process.chdir(cwd);
  const server = await MutatingServer.start();
  const held = await MutatingServer.start(Number.POSITIVE_INFINITY);
  try {
    const runs = await playRuns({ cwd, repository, server, held });
    const renamed = new Map(Object.entries(runs).map(([name, { id }], at) => [id, fixedId(name, at)]));
    for (const { url } of [server, held]) renamed.set(url.slice('http://'.length), namedAt);
    await renameAll(cwd, renamed);
    const fixed = Object.fromEntries(
      Object.entries(runs).map(([name, run]) => [name, { ...run, id: renamed.get(run.id) ?? run.id }]),
    );
    await writeFile(path.join(folder, runsFile), JSON.stringify(fixed));
  } finally {
    await Promise.all([server.close(), held.close()]);
  }
}

interface Making {
  readonly cwd: string;
  readonly repository: string;
  readonly server: MutatingServer;
  /** Its batches never end. */
  readonly held: MutatingServer;
}

async function playRuns({ cwd, repository, server, held }: Making): Promise<CorpusRuns> {
  const runs: Record<string, CorpusRun> = {};
  const play = async (name: string, benchmark: BenchmarkId, args: readonly string[]): Promise<void> => {
    const kind = args.includes('--batch') ? 'batch' : args[0] === 'calibrate' ? 'calibration' : 'evaluation';
    const end = await runCommand(args, {
      repository,
      cwd,
      env: markerKeys,
      onSaid: (text, interrupt) => {
        if (kind === 'batch' && text.includes('under way')) interrupt();
      },
    });
    const id = /^Run (\S+) is kept/m.exec(end.err)?.[1];
    if (id === undefined) throw new Error(`The corpus has no ${name}: ${end.err} ${String(end.fault)}`);
    runs[name] = { id, benchmark, kind };
  };
  const named = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const models = ['--tutor', 'openai:m', '--judge', 'anthropic:j', ...named];
  const evaluate = (name: string, benchmark: BenchmarkId, ...more: readonly string[]): Promise<void> => {
    const prompt = name.startsWith('again') ? 'again.tutor.md' : 'tutor.md';
    // Ten turns for each task of a theory; and once enough for a test of the difference.
    const limit = benchmark === 'socratesbench' ? '1' : benchmark === 'mrbench' ? '8' : '2';
    return play(name, benchmark, ['evaluate', prompt, '--benchmark', benchmark, '--limit', limit, ...more]);
  };
  for (const id of benchmarkIds) await evaluate(id, id, '--no-judge-prompts');
  // To be compared with the first ones.
  for (const id of benchmarkIds) await evaluate(`again ${id}`, id, '--no-judge-prompts', '--seed', '1');
  await evaluate('models', 'guideeval', ...models, '--max-calls-per-day', '1000');
  await evaluate('cut', 'guideeval', ...models, '--max-calls', '3', '--no-cache');
  await evaluate('student', 'socratesbench', ...models, '--student', 'openai:s', '--student-base-url', server.url);
  await evaluate('judges', 'mrbench', ...models, '--judge', 'openai:k', '--max-calls', '5');
  const heldAt = ['--tutor', 'openai:m', '--tutor-base-url', held.url];
  await evaluate('held', 'guideeval', ...heldAt, '--batch', '--no-cache', '--no-judge-prompts');
  await play('calibration', 'mrbench', ['calibrate', 'mrbench', 'public/mrbench.json', '--limit', '3']);
  await play('labels', 'mrbench', ['calibrate', 'mrbench', 'labels']);
  const asked = ['--judge', 'openai:m', '--judge-base-url', server.url, '--max-calls', '2'];
  await play('part', 'mrbench', ['calibrate', 'mrbench', 'public/mrbench.json', ...asked]);
  return runs;
}

async function writePrompts(cwd: string, repository: string): Promise<void> {
  const fixtures = path.join(repository, 'test-fixtures/workspace');
  const rule = await readFile(path.join(fixtures, 'rule.tutor.md'), 'utf8');
  await writeFile(path.join(cwd, 'tutor.md'), rule.replace('[guideeval, mrbench]', '[guideeval]\nseed: 1'));
  await cp(path.join(fixtures, 'original.tutor.md'), path.join(cwd, 'again.tutor.md'));
  const place = { repository, cwd, env: {} };
  const overrides = path.join(cwd, 'judges');
  for (const [benchmark, judge] of [
    ['guideeval', 'P-Affirm'],
    ['mrbench', 'actionability'],
  ] as const) {
    process.chdir(cwd);
    assertDone(await runCommand(['judge-prompt', benchmark, judge, '--out', overrides], place));
  }
  for (const name of await readdir(overrides, { recursive: true }))
    if (name.endsWith('.md'))
      await writeFile(path.join(overrides, name), `${await readFile(path.join(overrides, name), 'utf8')}\nBe brief.\n`);
  const at = '2026-03-04T05:06:07.000Z';
  const root = path.join(cwd, '.tutor-prompt-lab');
  const labels = new FileHandLabelLog(root);
  for (const [place_, label] of ['Yes', 'No', 'Yes'].entries())
    await labels.append({
      ...({ schemaVersion: 1, kind: 'label', at, by: 'Ada', mode: 'blind', benchmark: 'mrbench' } as const),
      sample: { system: 'mrbench', id: `d${place_}`, source: 'MathDial', history: [{ role: 'student', content: '6' }] },
      replies: [`Which step gave you 6, ${place_}?`],
      ...({ judge: 'actionability', unit: 'reply', label, reason: 'It asks for one thing.' } as const),
    });
  const log = new FileRevisionLog(root);
  await log.append({ kind: 'moved', at, from: 'before.md', to: 'tutor.md' });
}

/** All settings with their defaults, and a run that is small. */
async function writeSettings(cwd: string, repository: string): Promise<void> {
  const { contributes } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as Manifest;
  const settings = [contributes.configuration].flat().flatMap(({ properties }) => Object.entries(properties));
  const values = Object.fromEntries(settings.map(([name, { default: value }]) => [name, value]));
  const small = { 'tutorPromptLab.limit': 1, 'tutorPromptLab.sampleFiles': { guideeval: 'samples/guideeval.jsonl' } };
  await writeFile(path.join(cwd, 'settings.json'), JSON.stringify({ ...values, ...small }));
}

interface Manifest {
  readonly contributes: { readonly configuration: Configuration | readonly Configuration[] };
}

interface Configuration {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
}

/** A few samples of each benchmark: whole starter sets would take most of the time. */
async function writeSamples(cwd: string, repository: string): Promise<void> {
  for (const id of benchmarkIds) {
    const lines = (await readFile(path.join(repository, 'starter-sets', `${id}.jsonl`), 'utf8')).split('\n');
    const theories = lines.filter((line) => line.includes('"kind":"theory"') || line.includes('"kind": "theory"'));
    const others = lines.filter((line) => !theories.includes(line) && line !== '');
    // With images, where there are some.
    const images = others.find((line) => line.includes('"images"'));
    const chosen = [...new Set([...others.slice(0, 4), ...(images === undefined ? [] : [images])])];
    const used = theories.filter((line) => chosen.some((task) => task.includes(theoryId(line))));
    await writeFile(path.join(cwd, 'samples', `${id}.jsonl`), `${[...used, ...chosen].join('\n')}\n`);
  }
  await cp(path.join(repository, 'starter-sets/images'), path.join(cwd, 'samples/images'), { recursive: true });
}

function theoryId(line: string): string {
  return JSON.stringify((JSON.parse(line) as { readonly id?: unknown }).id);
}

/** Replies that were recorded elsewhere, in the forms that are read. */
async function writeReplies(cwd: string): Promise<void> {
  const lines = (await readFile(path.join(cwd, 'samples', 'guideeval.jsonl'), 'utf8')).trim().split('\n');
  const ids = lines.map((line) => String((JSON.parse(line) as { readonly id?: unknown }).id));
  const reply = 'What did you try first?';
  const chats = ids.map((sample) => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Is it 4?' }] },
      { role: 'assistant', content: reply },
    ];
    return { metadata: { sample }, messages };
  });
  await mkdir(path.join(cwd, 'replies'));
  const write = (name: string, text: string): Promise<void> => writeFile(path.join(cwd, 'replies', name), text);
  await write('replies.jsonl', ids.map((sample) => JSON.stringify({ sample, turn: 1, reply })).join('\n'));
  await write('chats.json', JSON.stringify(chats));
  await write('replies.csv', ['sample,turn,reply', ...ids.map((sample) => `${sample},1,${reply}`)].join('\n'));
}

/** Small files in the forms of public data sets. */
async function writePublicData(folder: string): Promise<void> {
  const dialogue =
    'Teacher: (generic)Hi|EOM|Teacher: (focus)Explain (12x2).|EOM|Ana: (12x2) is 4|EOM|Teacher: (probing)Is it?';
  const mathDial = {
    qid: 7,
    question: 'Q?',
    student_incorrect_solution: '4.',
    ground_truth: '6',
    conversation: dialogue,
  };
  const steps = ['First, 2 + 2 = 5.', 'Then 5 + 3 = 8. The answer is \\boxed{8}.'];
  const process_ = { id: 'a', generator: 'm', problem: 'Add.', steps, final_answer_correct: false, label: 0 };
  const cells = Object.values(mathDial).map((cell) => `"${String(cell)}"`);
  const files: Record<string, string> = {
    'mrbench.json': released(4),
    'mathdial.json': JSON.stringify([mathDial, { ...mathDial, qid: 8 }]),
    'mathdial.csv': `${Object.keys(mathDial).join()}\n${cells.join()}\n${cells.join().replace('"7"', '"8"')}\n`,
    'processbench.json': JSON.stringify([process_, { ...process_, id: 'b' }]),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

function assertDone({ code, err, fault }: CommandEnd): void {
  if (code !== 0) throw new Error(`The corpus cannot be made: ${err} ${String(fault)}`);
}

/** As long as ids are, so that files keep their lengths; in the order in which the runs were made. */
function fixedId(name: string, place: number): string {
  return `20260101-${String(place).padStart(6, '0')}-${name.replace(/\W/g, '').slice(-4).toLowerCase().padEnd(4, 'x')}`;
}

/** Ids and addresses differ from one making to the next: the same ones make a case the same each time. */
async function renameAll(folder: string, names: ReadonlyMap<string, string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) {
    const before = (await readFile(file)).toString('latin1');
    let text = before;
    for (const [from, to] of names) text = text.replaceAll(from, to);
    if (text !== before) await writeFile(file, text, 'latin1');
  }
  // A summary counts only where it is as new as the journal.
  const later = new Date(Date.now() + 1_000);
  for (const file of files) if (file.endsWith('summary.json')) await utimes(file, later, later);
  for (const [from, to] of names) {
    const runs = path.join(folder, '.tutor-prompt-lab/runs');
    if (from !== to && (await readdir(runs)).includes(from)) await rename(path.join(runs, from), path.join(runs, to));
  }
}
