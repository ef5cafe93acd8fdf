import type { Benchmarks } from '../core/benchmark/benchmark';
import type { ProviderEntry } from '../core/providers/providerEntry';
import type { HtmlReportAssets } from '../core/report/htmlReport';
import type { BatchTimes } from '../core/run/batch/batchServices';
import { errorNamed } from '../core/text/errors';
import type { CliOptions } from './cliOptions';

/** What the command line needs from outside; made once in src/cli.ts, replaced in tests. */
export interface CliContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Writes text for people. Control characters are made visible, except line ends, tabs and the tables' colours. */
  out(text: string): void;
  /** Writes a document: unchanged to a file or pipe, escaped like `out` in a terminal. */
  document(text: string): void;
  /** Writes progress and problems to standard error, escaped like `out`. */
  err(text: string): void;
  /** Redraws the last line of standard error; only used when `live`. */
  redraw(text: string): void;
  readonly color: boolean;
  /** In columns. */
  readonly width: number;
  /** True when standard error is a terminal. */
  readonly live: boolean;
  readonly benchmarks: Benchmarks;
  /** Includes the connections that the command names. */
  readonly providers: ReadonlyMap<string, ProviderEntry>;
  readonly connections?: readonly string[];
  readonly starterSets: string;
  readonly exampleResults: string;
  /** Script and style of HTML reports, read when one is written. */
  reportAssets(): Promise<HtmlReportAssets>;
  readonly batchTimes?: BatchTimes;
  /** Calls `stop` on the first SIGINT or SIGTERM; returns the function that ends listening. */
  onInterrupt(stop: (why?: string) => void): () => void;
}

/** Takes its arguments, its options and the context. Resolves to the exit code. */
export type Command<Given extends readonly unknown[], Options = CliOptions> = (
  ...given: [...given: Given, options: Options, context: CliContext]
) => Promise<number>;

type OutputStream = Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>> & { write(text: string): unknown };

/** Where a command line runs: a process, or a test. */
export interface CliHost extends Pick<CliContext, 'cwd' | 'env' | 'onInterrupt'> {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** URL of the folder with `starter-sets`, `example-results` and `judges`. */
  readonly shipped: URL;
  /** URL of the folder with the page of HTML reports. */
  readonly reportPage: URL;
}

/** Exit codes of the command line; see docs/command-line.md. */
export const exitCodes = { done: 0, failedCheck: 1, badCall: 2, incomplete: 3, interrupted: 130 } as const;

/** A wrong call or input: one line that says what, where, and how to fix it. */
export class CliError extends errorNamed('CliError') {}
