import { serverAt } from '../core/providers/apiAddress';
import type { CapKind } from '../core/engine/runCaps';
import { askedRoles, type ManifestModel, type RunManifest } from '../core/store/runManifest';
import { capArguments } from './capArguments';
import type { RunToFinish } from './finishRun';
import { inShell } from './inShell';

/** Says how to go on with a run, in words that are safe to paste: what was asked for beside the run is asked for again. */
export function goOnLine(run: RunToFinish, reached: CapKind | undefined, connections: readonly string[] = []): string {
  const { manifest } = run.session;
  const options = [
    ...connections.map((given) => ` --connection ${inShell(given)}`),
    serverOptions(manifest),
    outputOptions(run),
    run.checkArguments ?? '',
    run.moreArguments ?? '',
    capArguments(run, reached),
  ];
  return `Go on with: tutor-prompt-lab resume ${manifest.runId} --store ${inShell(run.root)}${options.join('')}`;
}

/** What else was asked for is not in the run. */
function outputOptions({ cache, majority, html }: RunToFinish): string {
  const shown = html === undefined ? '' : ` --html ${inShell(html)}`;
  return `${cache ? '' : ' --no-cache'}${majority === true ? ' --majority' : ''}${shown}`;
}

/** A resume goes to a server of one's own only when it is named again. */
function serverOptions(manifest: RunManifest): string {
  const { tutor, judges, student } = askedRoles(manifest);
  const real = judges.filter(({ simulated, connection }) => !simulated && connection === undefined);
  const [judge] = real;
  // One option is for all judges: where only some were there, the environment named their server.
  const isShared = real.every(({ baseUrl }) => baseUrl === judge?.baseUrl);
  const option = (name: string, model: ManifestModel | undefined): string => {
    const isPlain = model !== undefined && model.connection === undefined;
    const server = isPlain ? serverAt(model.provider, model.baseUrl) : undefined;
    return server === undefined ? '' : ` ${name} ${inShell(server)}`;
  };
  return (
    option('--tutor-base-url', tutor) +
    option('--judge-base-url', isShared ? judge : undefined) +
    option('--student-base-url', student)
  );
}
