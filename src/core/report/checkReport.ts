import type { CheckedPartId, ModelCheck } from '../run/checkModel';
import type { Range, RunEstimate } from '../run/estimateRun';
import { adaptiveSlots } from '../run/sharedLimiters';
import { countWords } from '../text/countWords';
import { padTo } from '../text/displayWidth';
import { costRange } from './estimateReport';
import { formatDuration } from '../results/headerFacts';
import { readableLine } from '../text/readableText';

export const checkedPartTitles: Readonly<Record<CheckedPartId, string>> = {
  answer: 'Answer',
  structured: 'Verdicts',
  temperature: 'Temperature',
  effort: 'Effort',
  images: 'Images',
  speed: 'Speed',
  slots: 'Calls at once',
  context: 'Context',
  price: 'Price',
};

interface Outlook {
  readonly benchmark: string;
  readonly role: 'tutor' | 'judge';
  readonly calls: number;
  readonly usd: Range | undefined;
  /** Milliseconds. */
  readonly ms: Range;
}

export function checkAnswer({ model, parts }: ModelCheck): string {
  const failing = parts.filter(({ state }) => state === 'fails').map(({ id }) => id);
  const limited = parts.filter(({ state }) => state === 'limited').map(({ id }) => checkedPartTitles[id].toLowerCase());
  const name = readableLine(model);
  if (failing.includes('answer')) return `${name} does not answer.`;
  if (failing.includes('structured')) return `${name} works as a tutor, not as a judge.`;
  return limited.length === 0 ? `${name} works.` : `${name} works, with limits: ${limited.join(', ')}.`;
}

/** The check for a terminal; `estimate` is of runs in which the model is both tutor and judge. */
export function checkText(check: ModelCheck, estimate: RunEstimate): string {
  const width = Math.max(...Object.values(checkedPartTitles).map((title) => title.length));
  const rows = check.parts.map(
    ({ id, state, says }) => `${padTo(checkedPartTitles[id], width)}  ${padTo(state, 7)}  ${readableLine(says)}`,
  );
  return [checkAnswer(check), '', ...rows, '', ...outlookLines(check, estimate), checkCost(check), ''].join('\n');
}

export function checkCost({ calls, usd }: ModelCheck): string {
  const cost =
    usd === undefined ? 'at no known price' : usd === 0 ? 'at no cost' : `for ${costRange({ low: usd, high: usd })}`;
  return `This check made ${countWords(calls, 'call', 'calls')} ${cost}.`;
}

export function outlookLines(check: ModelCheck, estimate: RunEstimate): readonly string[] {
  return outlooks(check, estimate).map(({ benchmark, role, calls, usd, ms }) => {
    const cost = usd === undefined ? 'cost unknown' : costRange(usd);
    return `${benchmark} with it as ${role}: ${countWords(calls, 'call', 'calls')}, ${cost}, ${timeWords(ms)}.`;
  });
}

function timeWords({ low, high }: Range): string {
  const [least, most] = [formatDuration(low), formatDuration(high)];
  return least === most ? `about ${most}` : `${least} to ${most}`;
}

/** What `check --json` prints: members are added and never changed. */
export function checkJson(check: ModelCheck, estimate: RunEstimate): object {
  const { model, parts, calls, usd, callMs, slots } = check;
  return {
    schemaVersion: 1,
    model,
    answer: checkAnswer(check),
    parts,
    calls,
    usd: usd ?? null,
    callMs: callMs ?? null,
    slots: slots ?? null,
    runs: outlooks(check, estimate).map((outlook) => ({ ...outlook, usd: outlook.usd ?? null })),
  };
}

function outlooks({ callMs, slots }: ModelCheck, { benchmarks }: RunEstimate): readonly Outlook[] {
  if (callMs === undefined) return [];
  // A run begins with few calls at once and comes to more, as far as the server bears them.
  const most = slots ?? adaptiveSlots.ceiling;
  const least = slots ?? adaptiveSlots.start;
  return benchmarks.flatMap((benchmark) =>
    (['tutor', 'judge'] as const).map((role) => {
      const { calls, usd } = benchmark[role];
      const ms = { low: (calls * callMs) / most, high: (calls * callMs) / least };
      return { benchmark: benchmark.title, role, calls, usd, ms };
    }),
  );
}
