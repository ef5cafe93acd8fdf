import { fitToWidth, wrapLine } from '../report/displayWidth';
import { readableLine } from '../report/readableText';
import { aligned, figure } from './alignedTable';
import type { DimensionAgreement } from './dimensionAgreement';
import { judgeStanding } from './judgeStanding';
import type { RatedLabel } from './ratedLabel';
import { tutorTables } from './tutorTables';

/** Wider lines are harder to read. */
const widest = 110;
const narrowest = 40;
/** Characters of a quoted text in the list of disagreements. */
const longestQuote = 600;

/** Whose labels a judge is held against. */
type LabelledBy = 'people' | 'judge';

/** The agreement of one judge as a table, with what is wrong with it and the confusion matrices below. */
export function agreementTable(dimensions: readonly DimensionAgreement[], columns: number, by: LabelledBy): string {
  const width = bounded(columns);
  const within = tutorTables(dimensions);
  const head = ['n', 'failed', 'agree', 'deviation', 'kappa', '95% interval', 'macro-F1', 'Pearson', 'majority'];
  const rows = dimensions.map((one) => [
    String(one.n),
    String(one.failed),
    figure(one.agreement),
    figure(one.deviation),
    figure(one.kappa),
    one.kappaCi === undefined ? '–' : `${figure(one.kappaCi.low)} to ${figure(one.kappaCi.high)}`,
    figure(one.macroF1),
    figure(one.pearson),
    one.majority === undefined ? 'n/a' : `${figure(one.majority.agreement)} / ${figure(one.majority.macroF1)}`,
  ]);
  return [
    ...aligned(
      'dimension',
      head,
      dimensions.map(({ id }) => id),
      rows,
    ),
    ...[...heldOutRemarks(dimensions), ...trainedRemarks(dimensions), ...dimensions.flatMap(remarks)].flatMap((text) =>
      indented(text, width),
    ),
    ...(within.length === 0 ? [] : ['', ...within]),
    '',
    `Confusion (rows: ${by === 'people' ? 'people' : 'the other judge'}, columns: judge)`,
    ...dimensions.flatMap(confusionLines),
  ].join('\n');
}

/** The kappas of several judges side by side. */
export function judgesSideBySide(
  judges: readonly { readonly judge: string; readonly dimensions: readonly DimensionAgreement[] }[],
): string {
  const ids = [...new Set(judges.flatMap(({ dimensions }) => dimensions.map(({ id }) => id)))];
  const rows = ids.map((id) =>
    judges.map(({ dimensions }) => {
      const found = dimensions.find((one) => one.id === id);
      return found === undefined ? '–' : `${figure(found.kappa)} (n ${found.n})`;
    }),
  );
  const heads = judges.map(({ judge }) => fitToWidth(readableLine(judge), 32));
  return ['Kappa side by side', ...aligned('dimension', heads, ids, rows)].join('\n');
}

/** Disagreements to read, each with both reasons. */
export function disagreementList(list: readonly RatedLabel[], columns: number, by: LabelledBy): string {
  const width = bounded(columns);
  return list
    .map((one) => {
      const { turn, reply } = one.named ?? one;
      const place = [
        one.dimension,
        one.sampleId,
        ...(one.tutor === '' ? [] : [one.tutor]),
        ...(turn === undefined ? [] : [`turn ${turn}`]),
        ...(one.criterionId === undefined ? [] : [`criterion ${one.criterionId}`]),
      ].join(' · ');
      return [
        fitToWidth(readableLine(place), width),
        ...(reply === '' ? [] : indented(`Reply: ${quote(reply)}`, width)),
        ...indented(
          `${by === 'people' ? 'Person' : 'Other judge'}: ${String(one.human)}${reasonOf(one.humanReason)}`,
          width,
        ),
        ...indented(`Judge: ${String(one.judge)}${reasonOf(one.judgeReason)}`, width),
      ].join('\n');
    })
    .join('\n\n');
}

function remarks(one: DimensionAgreement): readonly string[] {
  const standing = judgeStanding(one, one.within);
  switch (standing.kind) {
    case 'checked':
      return [];
    case 'few':
      return [`? ${one.id}: too few labels: ${standing.reason}.`];
    case 'beaten':
      return [`! ${one.id}: not to be relied on: ${standing.reason}.`];
  }
}

/** What the judge was trained on and did not answer itself: in one line where that is everything. */
function heldOutRemarks(dimensions: readonly DimensionAgreement[]): readonly string[] {
  const learned = dimensions.filter(({ heldOut }) => heldOut > 0);
  if (learned.length === 0) return [];
  const answered = 'was answered by a model that had not seen its problem (cross-validated)';
  if (dimensions.every(({ heldOut, n }) => heldOut === n)) {
    return [`The judge was trained on these replies, so each label ${answered}.`];
  }
  return learned.map(
    ({ id, heldOut, n }) =>
      `${id}: the judge was trained on ${heldOut} of these ${n} replies; each of them ${answered}.`,
  );
}

/** New replies to dialogues that the judge knows: nothing was kept from it, and it is easier for it than a dialogue of another sort. */
function trainedRemarks(dimensions: readonly DimensionAgreement[]): readonly string[] {
  const trained = dimensions.filter(({ trainedDialogues }) => trainedDialogues > 0);
  const known =
    'new to the judge, but their dialogue was trained on: not held out, and kinder to it than other dialogues would be';
  const [first] = trained;
  if (first === undefined) return [];
  const isAlike = (one: DimensionAgreement): boolean =>
    one.trainedDialogues === first.trainedDialogues && one.n === first.n;
  if (trained.length === dimensions.length && trained.every(isAlike)) {
    return [`${first.trainedDialogues} of these ${first.n} replies are ${known}.`];
  }
  return trained.map(({ id, trainedDialogues, n }) => `${id}: ${trainedDialogues} of these ${n} replies are ${known}.`);
}

function confusionLines({ id, confusion }: DimensionAgreement): readonly string[] {
  const { labels, counts, failed } = confusion;
  const someFailed = failed.some((count) => count > 0);
  const names = labels.map((label) => fitToWidth(readableLine(String(label)), 24));
  const rows = counts.map((row, place) => [...row.map(String), ...(someFailed ? [String(failed[place] ?? 0)] : [])]);
  return aligned(id, [...names, ...(someFailed ? ['failed'] : [])], names, rows).map((line) => `  ${line}`);
}

function indented(text: string, width: number): readonly string[] {
  return wrapLine(readableLine(text), width - 2).map((words) => `  ${words}`);
}

function reasonOf(reason: string | undefined): string {
  return reason === undefined || reason.trim() === '' ? ' (no reason given)' : `. ${quote(reason)}`;
}

function quote(text: string): string {
  const line = readableLine(text);
  return line.length > longestQuote ? `${line.slice(0, longestQuote).trimEnd()}…` : line;
}

function bounded(columns: number): number {
  return Math.min(widest, Math.max(narrowest, Math.floor(columns) || 80));
}
