import path from 'node:path';
import { FileRunStore } from '../../src/core/store/fileRunStore';

/** What a test wants to know of a stored run. */
export interface StoredRunFacts {
  readonly runId: string;
  readonly prompt: string;
  /** The text that was evaluated. */
  readonly text: string;
  readonly status: string;
  /** Those that are played up to the run's limit. */
  readonly samples: number;
  /** With the rest of the sample file, for going on. */
  readonly storedSamples: number;
  readonly replies: number;
  readonly judgements: number;
}

/** The runs kept in a folder, newest first, as another process would read them. Empty before the first. */
export async function readRuns(folder: string): Promise<readonly StoredRunFacts[]> {
  const store = new FileRunStore(path.join(folder, '.tutor-prompt-lab'));
  const facts: StoredRunFacts[] = [];
  for (const listing of await store.list()) {
    if (listing.kind === 'damaged') continue;
    const { manifest, samples, records } = await store.open(listing.id);
    facts.push({
      runId: listing.id,
      prompt: manifest.prompt.path,
      text: manifest.prompt.text,
      status: listing.lastStatus,
      storedSamples: samples.length,
      samples: manifest.benchmarks.reduce((sum, entry) => sum + entry.samples, 0),
      replies: records.filter((record) => record.kind === 'reply').length,
      judgements: records.filter((record) => record.kind === 'judged').length,
    });
  }
  return facts;
}
