import { agreementTable } from './agreementTable';
import { displayWidth, fitToWidth, padTo, wrapLine } from './displayWidth';
import type { JudgesAgreement, MajorityCounts } from './judgesAgreementModel';
import { readableLine } from './readableText';

const gap = '  ';
const narrowestTitle = 8;
/** Room that titles should have before columns are left out for them. */
const wantedTitle = 12;

/** Lines of text for a terminal; `heading` stands apart so that it can be made bold. */
export interface AgreementLines {
  readonly heading: string;
  readonly table: readonly string[];
  readonly notes: readonly string[];
}

/** How far the judges of a benchmark agree, in `width` columns. No untrusted text can move the cursor. */
export function terminalAgreement(
  agreement: JudgesAgreement,
  majority: MajorityCounts | undefined,
  width: number,
): AgreementLines {
  const { title, head, rows, notes } = agreementTable(agreement, majority);
  const titles = rows.map((row) => readableLine(row.title));
  const longest = Math.max(displayWidth('judge'), ...titles.map(displayWidth));
  const widths = head.map((name, column) =>
    Math.max(displayWidth(name), ...rows.map(({ cells }) => displayWidth(cells[column] ?? ''))),
  );
  const roomLeft = (columns: readonly number[]): number =>
    width - columns.reduce((sum, column) => sum + (widths[column] ?? 0) + gap.length, 0);
  const choices = columnChoices(head.length);
  const shown = choices.find((columns) => roomLeft(columns) >= Math.min(longest, wantedTitle)) ?? choices.at(-1) ?? [];
  const titleWidth = Math.max(narrowestTitle, Math.min(roomLeft(shown), longest));
  const line = (name: string, cells: readonly string[]): string =>
    [
      padTo(fitToWidth(name, titleWidth), titleWidth),
      ...shown.map((column) => padTo(cells[column] ?? '', widths[column] ?? 0, 'left')),
    ]
      .join(gap)
      .trimEnd();
  return {
    heading: title,
    table: [line('judge', head), ...rows.map(({ cells }, place) => line(titles[place] ?? '', cells))],
    notes: notes.flatMap((note) => wrapLine(readableLine(note), width - 2).map((words) => `  ${words}`)),
  };
}

/** All columns, and what is left of them where they do not fit: first the figures by rank go, then the interval. */
function columnChoices(count: number): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, column) => column);
  const last = all.slice(-2);
  const shorter = [
    [0, 1, 2, ...last],
    [0, 1, ...last],
  ];
  return count > 5 ? [all, ...shorter] : shorter;
}
