import { execFile } from 'node:child_process';
import path from 'node:path';

/** What a git command printed; `complete` is false when it was stopped at the limit of time or length. */
export interface GitOutput {
  readonly text: string;
  readonly complete: boolean;
}

const timeoutMs = 2_000;
const maxBytes = 4 * 1024 * 1024;

/**
 * A folder that somebody was given may hold a repository whose configuration names programs. None of them may run: no
 * monitor, hook, signature check or fetch of missing objects, and no repository that hides inside a folder as a bare one.
 * Filters and text converters run only for commands that read the work tree or print differences; there are none here.
 */
const guards = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', '/dev/null'],
  ['log.showSignature', 'false'],
  ['safe.bareRepository', 'explicit'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/**
 * Runs git in `folder` without a shell, for 2 s at most. `undefined` when git is missing, the folder is in no repository, or
 * the command fails.
 */
export function runGit(folder: string, args: readonly string[]): Promise<GitOutput | undefined> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['--no-pager', ...guards, '-C', folder, ...args],
      {
        // Windows looks for a program in the working folder first, which must not be the one with the repository.
        cwd: path.dirname(process.execPath),
        env: gitEnvironment(process.env),
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
        windowsHide: true,
      },
      (error, text) => {
        if (error === null) resolve({ text, complete: true });
        else if (error.killed === true || error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          resolve({ text, complete: false });
        else resolve(undefined);
      },
    );
  });
}

/** The environment without git’s own variables: in a hook they point to a repository of their own. */
function gitEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(from).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // No protocol has this name: nothing is fetched, whatever the repository allows.
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  };
}
