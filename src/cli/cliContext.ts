import type { Benchmark } from '../core/benchmark/benchmark';
import type { BenchmarkId } from '../core/benchmark/samples';
import type { ProviderEntry } from '../core/providers/providerEntry';
import type { HtmlReportAssets } from '../core/report/htmlReport';
import type { BatchTimes } from '../core/run/batch/batchServices';
import type { ShippedJudges } from '../core/trust/shippedJudges';
import { NamedError } from '../core/text/errors';

/** What the command line needs from outside; made once in src/cli.ts, replaced in tests. */
export interface CliContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Standard output: results only, for people. Nothing but line ends, tabs and the tables’ own colours controls a terminal. */
  out(text: string): void;
  /** Standard output as a document: JSON, a report, data. Its content is whole in a file or a pipe, and as `out` has it in a terminal. */
  document(text: string): void;
  /** Standard error: progress and problems, as `out` has it. */
  err(text: string): void;
  /** Draws the last line of standard error anew, where `live`. */
  redraw(text: string): void;
  readonly color: boolean;
  /** Width of the terminal in columns. */
  readonly width: number;
  /** True when standard error is a terminal, so that progress may be redrawn in place. */
  readonly live: boolean;
  readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>;
  /** With the connections that the command names. */
  readonly providers: ReadonlyMap<string, ProviderEntry>;
  /** What names them, as it was given. */
  readonly connections?: readonly string[];
  /** The judges that come with the program. */
  readonly judges: ShippedJudges;
  /** Folder of the starter sets. */
  readonly starterSets: string;
  /** Folder of the example results. */
  readonly exampleResults: string;
  /** Script and style of HTML reports, read when one is written. */
  reportAssets(): Promise<HtmlReportAssets>;
  /** How patient batches are; the usual times unless set. */
  readonly batchTimes?: BatchTimes;
  /** Calls `stop` on the first SIGINT or SIGTERM; returns the function that ends listening. */
  onInterrupt(stop: () => void): () => void;
}

/** A stream as far as the command line writes to it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** Width in columns, where the stream is a terminal. */
  readonly columns?: number;
  write(text: string): unknown;
}

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

/** A wrong call or input: one line that says what, where, and how to mend it. */
export class CliError extends NamedError {
  override readonly name = 'CliError';
}
