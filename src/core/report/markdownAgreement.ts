import { agreementTable } from './agreementTable';
import { countWords } from './countWords';
import type { JudgeDisagreement } from './judgeDisagreements';
import { markdownLine } from './markdownText';
import type { BenchmarkReport } from './reportModel';

/** Disagreements listed for each benchmark: a comment on a pull request has to stay readable. */
const mostListed = 20;

/** How far the judges agree and where they do not, as parts of a Markdown page; none where there is one judge. */
export function markdownAgreement(
  { id, agreement, majority }: BenchmarkReport,
  disagreements: readonly JudgeDisagreement[],
): readonly string[] {
  if (agreement === undefined) return [];
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const lines = rows.map(({ title: name, cells }) => `| ${[markdownLine(name), ...cells].join(' | ')} |`);
  const own = disagreements.filter((one) => one.case.startsWith(`${id}/`));
  return [
    [`**${title}**`, '', `| Judge | ${head.join(' | ')} |`, `|---|${head.map(() => '--:').join('|')}|`, ...lines].join(
      '\n',
    ),
    notes.map((note) => `- ${markdownLine(note)}`).join('\n'),
    ...(own.length === 0 ? [] : ['### Where the judges disagree', list(own)]),
  ];
}

function list(disagreements: readonly JudgeDisagreement[]): string {
  const more = disagreements.length - mostListed;
  return [
    ...disagreements.slice(0, mostListed).map(line),
    ...(more > 0 ? [`- ${countWords(more, 'more', 'more')}; the JSON form lists all.`] : []),
  ].join('\n');
}

function line({ case: place, judgeTitle, turn, criterionId, labels }: JudgeDisagreement): string {
  const about = [
    place,
    judgeTitle,
    ...(turn === undefined ? [] : [`turn ${turn}`]),
    ...(criterionId === undefined ? [] : [criterionId]),
  ].join(', ');
  return `- ${markdownLine(about)}: ${labels.map(({ judge, label }) => `${markdownLine(judge)} ${markdownLine(label)}`).join('; ')}`;
}
