import type { RunStore } from '../store/runStore';
import { RunStoreError } from '../store/runStoreError';
import { hasOwnText } from '../store/storedSamples';
import type { PromptHistory } from './promptHistory';
import { NamedError } from '../text/errors';

/** A revision that the history of a prompt does not have, or whose text no run holds any more. */
export class RevisionError extends NamedError {
  override readonly name = 'RevisionError';

  constructor(
    readonly revision: string,
    message: string,
  ) {
    super(message);
  }
}

/** The whole prompt file at a revision, front matter included, and the run that holds it. */
interface RevisionText {
  readonly text: string;
  readonly runId: string;
}

/** Reads a revision's text from the latest of its runs that can be read. Throws `RevisionError`. */
export async function revisionText(store: RunStore, history: PromptHistory, revision: string): Promise<RevisionText> {
  const found = history.revisions.find((one) => one.revision === revision);
  if (found === undefined) {
    throw new RevisionError(
      revision,
      `${history.prompt} was never evaluated at ${revision}. Choose one of its revisions.`,
    );
  }
  let problem = '';
  for (const { id } of found.runs) {
    try {
      const manifest = await store.readManifest(id);
      // A summary may name a revision that the manifest does not have.
      if (manifest.prompt.revision === revision && hasOwnText(manifest))
        return { text: manifest.prompt.text, runId: id };
      problem = `The prompt in run.json of run ${id} is another text.`;
    } catch (error) {
      if (!RunStoreError.is(error)) throw error;
      problem = error.message;
    }
  }
  throw new RevisionError(revision, `No run holds the text of ${revision} any more. ${problem}`);
}
