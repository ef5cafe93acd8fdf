/** Something that is planted into a case, to see that it is found. */
export type PlantedFault =
  | 'throw'
  | 'reject'
  | 'overflow'
  | 'spin'
  | 'wait'
  | 'memory'
  | 'exit'
  | 'request'
  | 'foreign'
  | 'control'
  | 'victim'
  | 'key';

/** One thing that is done with the workspace of a case. */
export type FuzzAction =
  /** A command line, in the worker's own process. */
  | { readonly kind: 'command'; readonly argv: readonly string[] }
  /** The same by the built program, in a process of its own. */
  | { readonly kind: 'program'; readonly argv: readonly string[] }
  /** What a window does with the runs of a prompt: their history, and two of them compared. */
  | { readonly kind: 'window'; readonly before: string; readonly after: string }
  /** What a window does with `settings.json`. */
  | { readonly kind: 'settings' }
  | { readonly kind: 'plant'; readonly fault: PlantedFault };

/** A case, from which all of it follows. */
export interface FuzzCase {
  /** Of the whole series. */
  readonly seed: number;
  readonly number: number;
  /** The kind of file that is mutated; drawn, too, unless given. */
  readonly area?: string | undefined;
  /** Most actions; what the kind of file has unless given. */
  readonly most?: number | undefined;
}

/** What is done in a case. */
export interface FuzzPlan extends FuzzCase {
  readonly area: string;
  /** Path of the mutated file in the workspace. */
  readonly file: string;
  /** What was done to it, in words, once it is written. */
  readonly mutation?: string;
  /** Addresses beside the named server that the case may connect to. */
  readonly allows: readonly string[];
  /** Whether the server that the user named spoils its answers. */
  readonly spoils: boolean;
  readonly actions: readonly FuzzAction[];
}

/**
 * `crash`: an error that no shell prints as one line, or the process ended. `hang`: time limit. `memory`: memory limit.
 * `request`: to an address that the user did not name. `output`: shows a stack, control characters, a key or an unknown
 * exit code. `victim`: changed a file outside the workspace.
 */
export type FindingKind = 'crash' | 'hang' | 'memory' | 'request' | 'output' | 'victim';

export interface Finding {
  readonly kind: FindingKind;
  /** One or more lines: what was seen, and for a crash the top of its stack. */
  readonly detail: string;
  /** During which action. */
  readonly action: string;
}

/** Where a worker finds what it needs. */
export interface FuzzPositions {
  readonly repository: string;
  readonly corpus: string;
  /** The built command line, and what is loaded before it to see its connections. */
  readonly program: string;
  readonly watch: string;
}

/** What is asked of a worker. */
export type FuzzOrder =
  | { readonly kind: 'makeCorpus' }
  /** Makes the case in the folder; plays it there unless it is only to be kept. */
  | {
      readonly kind: 'case';
      readonly case: FuzzCase;
      readonly folder: string;
      readonly keep?: boolean;
      readonly plant?: PlantedFault;
    }
  /** Plays a case that was kept. */
  | { readonly kind: 'replay'; readonly folder: string };

/** What a worker says. */
export type FuzzAnswer =
  /** The case is written, and an action of it begins: a worker that says nothing more is in it. */
  | { readonly kind: 'doing'; readonly plan: FuzzPlan; readonly action: string }
  | { readonly kind: 'done'; readonly plan?: FuzzPlan; readonly findings: readonly Finding[]; readonly rss: number };
