import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Finding, FuzzAnswer, FuzzOrder, FuzzPlaces, FuzzPlan } from './fuzzCase';
import { makeCorpus, runsFile, type CorpusRuns } from './makeCorpus';
import { caseFile, workspaceFolder } from './places';
import { corpusFiles, planCase } from './planCase';
import { CasePlayer } from './playCase';
import { useServers, writeCase } from './writeCase';

// A program of its own, as a case may end it: plays what it is told to, one case after the other.
const places = JSON.parse(process.argv[2] ?? '{}') as FuzzPlaces;
const answer = (said: FuzzAnswer): void => void process.send?.(said);

let player: Promise<CasePlayer> | undefined;
let playing: FuzzPlan | undefined;
let corpus: Promise<{ readonly files: readonly string[]; readonly runs: CorpusRuns }> | undefined;

async function readCorpus(): Promise<{ readonly files: readonly string[]; readonly runs: CorpusRuns }> {
  const runs = JSON.parse(await readFile(path.join(places.corpus, runsFile), 'utf8')) as CorpusRuns;
  return { files: await corpusFiles(path.join(places.corpus, workspaceFolder)), runs };
}

async function play(folder: string): Promise<readonly Finding[]> {
  const one = await (player ??= CasePlayer.start(places, (action) => {
    if (playing !== undefined) answer({ kind: 'doing', plan: playing, action });
  }));
  await useServers(folder, { named: one.namedAddress, hostile: one.hostileAddress });
  // The plan names the servers, too.
  playing = JSON.parse(await readFile(path.join(folder, caseFile), 'utf8')) as FuzzPlan;
  return one.play(playing, folder);
}

async function obey(order: FuzzOrder): Promise<{ readonly plan?: FuzzPlan; readonly findings: readonly Finding[] }> {
  if (order.kind === 'makeCorpus') {
    await makeCorpus(places.corpus, places.repository);
    return { findings: [] };
  }
  if (order.kind === 'replay') {
    // On a copy, so that it can be played again.
    const folder = `${order.folder}.replay`;
    await rm(folder, { recursive: true, force: true });
    await cp(order.folder, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const plan = JSON.parse(await readFile(path.join(folder, caseFile), 'utf8')) as FuzzPlan;
    return { plan, findings: await play(folder) };
  }
  const { files, runs } = await (corpus ??= readCorpus());
  const drawn = planCase(order.case, files, runs);
  const { plant } = order;
  const plan: FuzzPlan = plant === undefined ? drawn : { ...drawn, actions: [{ kind: 'plant', fault: plant }] };
  await rm(order.folder, { recursive: true, force: true });
  await mkdir(path.dirname(order.folder), { recursive: true });
  const written = await writeCase(plan, places.corpus, order.folder);
  return { plan: written, findings: order.keep === true ? [] : await play(order.folder) };
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
