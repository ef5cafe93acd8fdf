import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Finding, FuzzAnswer, FuzzOrder, FuzzPositions, FuzzPlan } from './fuzzCase';
import { makeCorpus, runsFile, type CorpusRuns } from './makeCorpus';
import { caseFile, workspaceFolder } from './places';
import { planCase } from './planCase';
import { CasePlayer } from './playCase';
import { readContent, useInFile, useServers, withServers, writeCase, type CorpusContent } from './writeCase';

// A program of its own, as a case may end it: plays what it is told to, one case after the other.
const places = JSON.parse(process.argv[2] ?? '{}') as FuzzPositions;
const answer = (said: FuzzAnswer): void => void process.send?.(said);

// A case may keep this thread busy for ever, whoever started it being gone.
new Worker(
  `const { ppid } = process;
  setInterval(() => { if (process.ppid !== ppid) process.kill(-process.pid, 'SIGKILL'); }, 500);`,
  { eval: true },
).unref();

let player: Promise<CasePlayer> | undefined;
let playing: FuzzPlan | undefined;
let corpus: Promise<ReadCorpus> | undefined;
/** The corpus with the addresses of this process's servers. */
let local: CorpusContent | undefined;

interface ReadCorpus {
  readonly content: CorpusContent;
  /** Those that cases mutate. */
  readonly files: readonly string[];
  readonly runs: CorpusRuns;
}

async function readCorpus(): Promise<ReadCorpus> {
  const content = await readContent(places.corpus);
  const runs = JSON.parse(content.get(runsFile)?.toString('utf8') ?? '{}') as CorpusRuns;
  const files = [...content.keys()].map((file) => path.relative(workspaceFolder, file).split(path.sep).join('/'));
  return { content, files: files.filter((file) => !file.startsWith('..')).sort(), runs };
}

function startPlayer(): Promise<CasePlayer> {
  return (player ??= CasePlayer.start(places, (action) => {
    if (playing !== undefined) answer({ kind: 'doing', plan: playing, action });
  }));
}

/** Plays what is in the folder, the servers' addresses being in place. */
async function play(one: CasePlayer, folder: string): Promise<readonly Finding[]> {
  // As it stands there, as it names the servers, too.
  playing = JSON.parse(await readFile(path.join(folder, caseFile), 'utf8')) as FuzzPlan;
  return one.play(playing, folder);
}

async function obey(order: FuzzOrder): Promise<{ readonly plan?: FuzzPlan; readonly findings: readonly Finding[] }> {
  if (order.kind === 'makeCorpus') {
    await makeCorpus(places.corpus, places.repository);
    return { findings: [] };
  }
  const { folder } = order;
  if (order.kind === 'replay') {
    // On a copy, so that it can be played again.
    const copy = `${folder}.replay`;
    await rm(copy, { recursive: true, force: true });
    await cp(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const one = await startPlayer();
    await useServers(copy, one.servers);
    const findings = await play(one, copy);
    return playing === undefined ? { findings } : { plan: playing, findings };
  }
  const { content, files, runs } = await (corpus ??= readCorpus());
  const { plant } = order;
  const drawn = planCase(order.case, files, runs);
  const plan: FuzzPlan = plant === undefined ? drawn : { ...drawn, actions: [{ kind: 'plant', fault: plant }] };
  await rm(folder, { recursive: true, force: true });
  if (order.keep === true) return { plan: await writeCase(plan, content, folder), findings: [] };
  const one = await startPlayer();
  const written = await writeCase(plan, content, folder, (local ??= withServers(content, one.servers)));
  for (const file of [caseFile, path.join(workspaceFolder, plan.file)])
    await useInFile(path.join(folder, file), one.servers);
  return { plan: written, findings: await play(one, folder) };
}

process.on('message', (order: FuzzOrder) => {
  obey(order).then(
    (done) => answer({ kind: 'done', ...done, rss: process.resourceUsage().maxRSS * 1_024 }),
    (error: unknown) => {
      // Not a fault of the product but of the fuzzer: its own process may say so.
      process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
      process.exit(99);
    },
  );
});
process.on('disconnect', () => process.exit(0));
