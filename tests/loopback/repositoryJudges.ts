import { readFile } from 'node:fs/promises';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { ShippedJudges } from '../../src/core/trust/shippedJudges';

/** The judges of this repository, as both shells make them. */
export const repositoryJudges = new ShippedJudges(benchmarks, (name) =>
  readFile(new URL(`../../judges/${name}`, import.meta.url), 'utf8'),
);
