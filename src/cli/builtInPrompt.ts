import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BaselinePrompt } from '../core/benchmarks/benchmark';
import type { CliContext } from './cliContext';

/** The benchmarks' built-in prompt of this id; `undefined` where there is none, or a file of that name, which wins. */
export function builtInPrompt(
  name: string,
  { cwd, benchmarks }: Pick<CliContext, 'cwd' | 'benchmarks'>,
): BaselinePrompt | undefined {
  const baselines = [...benchmarks.values()].flatMap((benchmark) => benchmark.baselines);
  const found = baselines.find(({ id }) => id === name);
  return found === undefined || existsSync(path.resolve(cwd, name)) ? undefined : found;
}
