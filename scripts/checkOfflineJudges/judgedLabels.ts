import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchmarkId } from '../../src/core/benchmark/samples';
import type { Label } from '../../src/core/statistics/agreement';
import type { RatedLabel } from '../../src/core/trust/ratedLabel';

/** What an offline judge said of replies with public labels. */
export interface JudgedLabels {
  readonly benchmark: BenchmarkId;
  /** The judge's id. */
  readonly dimension: string;
  /** The labels, for people. */
  readonly gold: string;
  readonly format: string;
  /** Whose labels they are. */
  readonly by: 'people' | 'judge';
  /** What was measured instead of what a run scores, half a sentence; absent if it is the same. */
  readonly measuredOn?: string;
  /** `sha256:` over the files that the labels are from. */
  readonly hash: string;
  /** In order, empty where labels have none. */
  readonly scale: readonly Label[];
  readonly rated: readonly ProblemLabel[];
}

/** A label with the problem that decides on its part of the data. */
export interface ProblemLabel extends RatedLabel {
  readonly task: string;
}

/** A file of the public data beside the repository. */
export interface PublicFile {
  readonly name: string;
  readonly text: string;
}

/** Reads files below `../shared/data` of the repository; throws where one is missing. */
export function publicFiles(root: string, names: readonly string[]): readonly PublicFile[] {
  const folder = path.join(root, '..', 'shared', 'data');
  return names.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

export function hashOf(files: readonly PublicFile[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\n${text.length}\n`).update(text);
  return `sha256:${hash.digest('hex')}`;
}
