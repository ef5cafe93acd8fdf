import { briefQuote } from '../benchmark/judging/replyText';
import { boundedText } from '../text/boundedText';
import type { CaseReader } from '../results/caseDetail';
import { markdownBlock, markdownLine } from '../text/readableText';
import { outcomeWords, quotationNotFound } from '../results/verdictChip';
import type { BenchmarkReport, CaseSummary, CaseVerdict } from '../results/reportModel';

/** Worst cases quoted for each benchmark: a comment on a pull request has to stay readable. */
const mostCases = 5;
/** Code points of a quoted reply; and of one where room is short. */
const longestReply = 2_000;
const shortestReply = 300;
const heading = '### Worst cases';
/** Between the parts of a page. */
export const partGap = '\n\n';

export interface MarkdownCases {
  /** The parts of each benchmark, heading first; empty where nothing of it is quoted. */
  readonly parts: readonly (readonly string[])[];
  readonly worst: number;
  readonly leftOut: number;
  readonly shortened: number;
}

interface QuotedCase {
  readonly benchmark: number;
  readonly whole: string;
  readonly short: string;
}

/**
 * The worst replies of each benchmark in at most `room` characters. As many cases as can be are quoted, the worst of every
 * benchmark before the second of any; then their replies are as whole as can be, in the same order.
 */
export function markdownCases(
  benchmarks: readonly Pick<BenchmarkReport, 'cases'>[],
  reader: CaseReader,
  room: number,
): MarkdownCases {
  const worst = benchmarks.map(({ cases }) => worstCases(cases, mostCases));
  const cases = Array.from({ length: mostCases }, (_, rank) => rank).flatMap((rank) =>
    worst.flatMap((some, benchmark) => {
      const summary = some[rank];
      return summary === undefined ? [] : [{ benchmark, ...quoted(summary, reader) }];
    }),
  );
  let left = room - worst.filter((some) => some.length > 0).length * taken(heading);
  const shown = new Map<QuotedCase, string>();
  for (const one of cases) {
    if (taken(one.short) > left) continue;
    left -= taken(one.short);
    shown.set(one, one.short);
  }
  let shortened = 0;
  for (const one of shown.keys()) {
    const more = one.whole.length - one.short.length;
    if (more > left) shortened += 1;
    else {
      left -= more;
      shown.set(one, one.whole);
    }
  }
  const parts = worst.map((_, place) => {
    const texts = [...shown].flatMap(([{ benchmark }, text]) => (benchmark === place ? [text] : []));
    return texts.length === 0 ? [] : [heading, ...texts];
  });
  return { parts, worst: cases.length, leftOut: cases.length - shown.size, shortened };
}

function taken(part: string): number {
  return part.length + partGap.length;
}

function quoted(summary: CaseSummary, reader: CaseReader): Pick<QuotedCase, 'whole' | 'short'> {
  const { turns = [], verdicts = [] } = reader.detail(summary.id) ?? {};
  const reply = turns
    .filter(({ role }) => role === 'reply')
    .map(({ text }) => text)
    .join('\n\n');
  // After those of the judges come the votes, which nobody quoted for.
  const said = verdicts.slice(0, summary.chips.length).map(verdictLine).join('\n');
  const part = (limit: number): string => casePart(summary, boundedText(reply, limit), said);
  return { whole: part(longestReply), short: part(shortestReply) };
}

function verdictLine({ judgeTitle, label, outcome, turn, evidence, evidenceFound }: CaseVerdict): string {
  const place = turn === undefined ? '' : ` \\(turn ${turn}\\)`;
  const quote =
    evidence === undefined || evidenceFound !== false
      ? ''
      : `, quotes “${markdownLine(briefQuote(evidence))}”, ${quotationNotFound}`;
  return `- ${markdownLine(judgeTitle)}${place}: ${markdownLine(label)}, ${outcomeWords[outcome]}${quote}`;
}

function casePart(summary: CaseSummary, reply: string, verdicts: string): string {
  return [
    `**${markdownLine(summary.title)}**, ${markdownLine(summary.group)}, \`${codeOf(summary.id)}\``,
    'Student:',
    markdownBlock(summary.quote),
    'Reply:',
    markdownBlock(reply),
    verdicts,
  ].join(partGap);
}

/** An id inside a code span. */
function codeOf(id: string): string {
  return boundedText(id).replace(/[`|\p{Cc}\p{Cf}]/gu, '?');
}

/** Cases with something undesired, worst first; of equals the one that comes first in the run. */
function worstCases(cases: readonly CaseSummary[], most: number): readonly CaseSummary[] {
  return cases
    .filter(({ badness }) => (badness ?? 0) > 0)
    .toSorted((left, right) => (right.badness ?? 0) - (left.badness ?? 0))
    .slice(0, most);
}
