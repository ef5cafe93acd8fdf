import { type ManifestModel, modelDestination, type RunManifest } from '../store/runManifest';

/**
 * Whether judges are asked about a run's replies without the cache: where one of them judged the run before, in whatever wording. It is
 * asked for its noise, or as its name stands for another model now, and a cache has only what it said before.
 */
export function asksAnew({ judges }: Pick<RunManifest, 'judges'>, judging: readonly ManifestModel[]): boolean {
  const own = new Set(judges.map(modelDestination));
  return judging.some((judge) => own.has(modelDestination(judge)));
}
