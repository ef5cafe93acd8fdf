import { mostBenchmarks, type StoredSummary } from './runSummary';

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';

function oneOf(...words: readonly string[]): Check {
  const known = new Set<unknown>(words);
  return (value) => known.has(value);
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object with all members of `required`, some of `optional`, and no other. */
function exactly(required: Checks, optional: Checks = {}): Check {
  const checks = new Map(Object.entries({ ...optional, ...required }));
  const least = Object.keys(required).length;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const members = value as Readonly<Record<string, unknown>>;
    let found = 0;
    // Parsed JSON inherits nothing that this would walk into, and no list of names is made.
    for (const name in members) {
      if (checks.get(name)?.(members[name]) !== true) return false;
      if (!Object.hasOwn(optional, name)) found += 1;
    }
    return found === least;
  };
}

function recordOf(check: Check): Check {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, '__proto__') &&
    Object.values(value).every(check);
}

const isTextRecord = recordOf(isText);
const isChoiceRecord = recordOf((value) => isText(value) || isFlag(value));

/** A plain loop: a history has hundreds of thousands of numbers. */
const isColumn: Check = (value) => {
  if (!Array.isArray(value)) return false;
  for (const number of value) if (number !== null && !Number.isFinite(number)) return false;
  return true;
};

const isFigures = exactly(
  { value: isColumn, n: listOf(isNumber), excluded: listOf(isNumber), low: isColumn, high: isColumn },
  { level: isNumber },
);

const isBenchmark = exactly({
  id: isText,
  heads: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  placement: isText,
  dataHash: isText,
  judgeVersions: isTextRecord,
  samples: isNumber,
  planned: isNumber,
  completed: isNumber,
  noReply: isNumber,
  failed: isNumber,
  notApplicable: isNumber,
  verdicts: isNumber,
  unscored: isNumber,
  figures: isFigures,
});

const isCommit: Check = (value) => typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(value);
const isGitState = exactly({ dirty: isFlag, path: isText }, { commit: isCommit, branch: isText });

const isBenchmarks = listOf(isBenchmark);

const isSummary = exactly(
  {
    schemaVersion: (value) => value === 2,
    toolVersion: isText,
    runId: isText,
    createdAt: isText,
    lastAt: isText,
    status: oneOf('running', 'completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget'),
    prompt: exactly({ path: isText, name: isText, revision: isText }, { git: isGitState }),
    tutor: isText,
    judges: listOf(isText),
    simulated: isFlag,
    placement: isText,
    wallMs: isNumber,
    benchmarks: (value) => isBenchmarks(value) && (value as readonly unknown[]).length <= mostBenchmarks,
    journalBytes: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  { rejudgedFrom: isText, repliesAt: isText, student: isText, policy: isChoiceRecord, costUsd: isNumber },
);

/**
 * Whether a summary as it was read is one to the letter: all that `storedSummarySchema` asks for, and nothing besides. It says so in a
 * fraction of the time that the schema takes, and makes no copy. What is not exact may still pass the schema, which leaves out what it
 * does not know.
 */
export function isExactSummary(value: unknown): value is StoredSummary {
  return isSummary(value);
}
