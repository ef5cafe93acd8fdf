import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { evaluateCommand, resumeCommand } from '../../../src/cli/evaluateCommand';
import type { CliOptions } from '../../../src/cli/cliOptions';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { desiredLabel, type DimensionId, dimensionIds, labelsOf } from '../../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../../src/core/benchmarks/mrbench/rubrics';
import { comparePair } from '../../../src/core/compare/compareRuns';
import { type DecisionKind, decisionOf } from '../../../src/core/compare/decision';
import { sessionOfRun } from '../../../src/core/history/sessionOfRun';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { ModelRequest } from '../../loopback/modelRequest';
import { inProcess, type InProcessResult, type CliWorld } from './inProcess';

/** The chance that a reply to the new prompt is as desired, by dimension; the old prompt has 0.5 for all. */
export type World = Readonly<Partial<Record<DimensionId, number>>>;

const oldChance = 0.5;
/** The share of verdicts that are drawn anew for each prompt, so that an unchanged prompt changes some, too. */
const anew = 0.1;

/**
 * Tutor and judge in one. The tutor repeats its prompt's first word and the problem; whether the reply is as desired
 * follows from both, so the true effect of a change is known.
 */
export function scripted(world: World): (request: ModelRequest) => string {
  return ({ system, messages }) => {
    const text = messages.map((message) => message.text).join('\n');
    const dimension = dimensionIds.find((id) => text.includes(rubrics[id].question));
    const problem = /Problem (\d+)\./.exec(text)?.[1] ?? '';
    if (dimension === undefined) return `${system.includes('New') ? 'New' : 'Old'} reply.`;
    const version = text.includes('New reply.') ? 'New' : 'Old';
    const chance = version === 'New' ? (world[dimension] ?? oldChance) : oldChance;
    const own = createRandom(`${dimension}/${problem}/${version}`);
    const draw = own.next() < anew ? own.next() : createRandom(`${dimension}/${problem}`).next();
    const label = draw < chance ? desiredLabel(dimension) : labelsOf(dimension)[1];
    return JSON.stringify({ feedback: 'Read as asked.', label });
  };
}

export const aims = { target: ['mrbench/providing_guidance'], guard: ['mrbench/revealing_of_the_answer'] };

/** A folder with two prompts and `units` problems. */
export async function lookFolder(folder: string, units: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'old.md'), 'Old. Be kind.\n');
  await writeFile(path.join(folder, 'new.md'), 'New. Be kind and ask.\n');
  const samples = Array.from({ length: units }, (_, index) => ({
    system: 'mrbench',
    id: `p-${index + 1}`,
    source: 'Other',
    gradeBand: 'middle',
    history: [{ role: 'student', content: `Problem ${index + 1}. I do not know.` }],
  }));
  await writeFile(path.join(folder, 'problems.jsonl'), samples.map((sample) => JSON.stringify(sample)).join('\n'));
}

/** Commands of one folder, with all calls to a server on this machine. */
export class LookCommands {
  readonly #folder: string;
  readonly #models: CliOptions;
  readonly #world: CliWorld;

  constructor(folder: string, url: string, world: Partial<CliWorld> = {}) {
    this.#folder = folder;
    const server = `${url}/v1`;
    this.#models = {
      benchmark: ['mrbench'],
      samples: path.join(folder, 'problems.jsonl'),
      tutor: 'openai:tutor',
      judge: ['openai:judge'],
      tutorBaseUrl: server,
      judgeBaseUrl: server,
      cache: false,
      store: path.join(folder, 'store'),
    };
    this.#world = { cwd: folder, env: { OPENAI_API_KEY: 'sk-loopback-1234567890' }, ...world };
  }

  evaluate(prompt: 'old' | 'new', options: CliOptions = {}): Promise<InProcessResult> {
    const file = path.join(this.#folder, `${prompt}.md`);
    return inProcess((context) => evaluateCommand(file, { ...this.#models, ...options }, context), this.#world);
  }

  resume(run: string, options: CliOptions = {}): Promise<InProcessResult> {
    const { tutorBaseUrl, judgeBaseUrl, cache, store } = this.#models;
    const servers = { tutorBaseUrl, judgeBaseUrl, cache, store };
    return inProcess((context) => resumeCommand(run, { ...servers, ...options }, context), this.#world);
  }

  /** The runs of the store, oldest first. */
  async runs(): Promise<readonly RunSession[]> {
    const store = new FileRunStore(path.join(this.#folder, 'store'));
    const ids = (await store.list()).map(({ id }) => id).sort();
    return Promise.all(ids.map(async (id) => sessionOfRun(await store.open(id), benchmarks)));
  }

  async lastRun(): Promise<RunSession> {
    const last = (await this.runs()).at(-1);
    if (last === undefined) throw new Error('There is no run.');
    return last;
  }
}

export function decided(before: RunSession, after: RunSession): DecisionKind | undefined {
  return decisionOf(comparePair(before, after, { others: [] }))?.kind;
}
