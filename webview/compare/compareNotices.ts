import { html, nothing, type TemplateResult } from 'lit-html';
import type {
  BenchmarkComparisonView,
  ComparisonView,
  DifferenceView,
  TurnRate,
  TurnRatesView,
} from '../../src/core/report/comparisonViewModel';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { button, disclosure, iconButton, list, notice, scrolledTable, type Severity } from '../dom/elements';
import { visibleLine } from '../text/visibleText';
import type { ComparePane } from './comparePane';
import { type Side, sides } from './flipIndex';

/** Samples written out in a folded list; the rest are counted. */
const mostSamples = 200;

function sampleList(title: string, samples: readonly string[]): unknown {
  if (samples.length === 0) return nothing;
  const rest = samples.length - mostSamples;
  return html`<p>
    <strong>${title}:</strong>
    ${samples.slice(0, mostSamples).map((words, index) => html`${index > 0 ? ', ' : ''}<q dir="auto">${visibleLine(words)}</q>`)}${
      rest > 0 ? t` and ${wholeNumber(rest)} more` : ''
    }
  </p>`;
}

export function samplesLine({ both, sameReplies, unpaired }: BenchmarkComparisonView): string {
  const changed = sameReplies === undefined ? '' : t`, ${String(both - sameReplies)} with other replies`;
  const words = t`${countWords(both, 'sample', 'samples')} in both runs${changed}`;
  return unpaired ? t`${words}; repeats cannot be paired, so the runs are compared as two groups` : words;
}

export function compareTurns({ turns }: BenchmarkComparisonView): unknown {
  if (turns.length === 0) return nothing;
  const heads = [t`Judge`, t`Turn`, t`Before`, t`After`];
  const title = t`Failure rate by turn`;
  return disclosure(title, () => scrolledTable('turns-table', title, heads, turns.map(turnRows)));
}

function turnRows({ judgeTitle, turns }: TurnRatesView): unknown {
  return turns.map(
    ({ turn, before, after }, index) =>
      html`<tr>
        ${index === 0 ? html`<th scope="rowgroup" rowspan=${turns.length} dir="auto">${visibleLine(judgeTitle)}</th>` : nothing}
        <th scope="row" class="number">${turn}</th>
        <td class="number">${rateText(before)}</td>
        <td class="number">${rateText(after)}</td>
      </tr>`,
  );
}

/** `25% (3/12)`; a dash where nothing was judged. */
function rateText({ failed, judged }: TurnRate): string {
  return judged === 0 ? '–' : `${String(Math.round((100 * failed) / judged))}% (${String(failed)}/${String(judged)})`;
}

/** Folded lists of samples that are in one run only, or that changed. The comparison leaves them out. */
export function compareSamples(benchmark: BenchmarkComparisonView): unknown {
  const { beforeOnly, afterOnly, changed, loneRepeats, duplicates } = benchmark;
  const count = beforeOnly.length + afterOnly.length + changed.length;
  const lone = loneRepeats.before + loneRepeats.after;
  if (count + lone + duplicates === 0) return nothing;
  const title =
    count > 0 ? t`${countWords(count, 'sample', 'samples')} left out of the comparison` : t`Repeats in only one run`;
  const note = (number: number, words: string): unknown => (number === 0 ? nothing : html`<p>${words}</p>`);
  return disclosure(
    title,
    () =>
      html`${sampleList(t`Only before`, beforeOnly)} ${sampleList(t`Only after`, afterOnly)}
      ${sampleList(t`Different content`, changed)}
      ${note(lone, t`${countWords(lone, 'repeat is', 'repeats are')} in one run only and count within the sample’s mean.`)}
      ${note(duplicates, t`${countWords(duplicates, 'trial is', 'trials are')} listed twice; the first one counts.`)}`,
  );
}

function differenceText({ name, benchmark, before, after, meaning }: DifferenceView): TemplateResult {
  const where = benchmark === undefined ? '' : ` (${visibleLine(benchmark)})`;
  return html`<strong dir="auto">${visibleLine(name)}${where}:</strong> <bdi>${visibleLine(before)}</bdi> →
    <bdi>${visibleLine(after)}</bdi>. ${visibleLine(meaning)}`;
}

function intendedText({ name, benchmark, before, after }: DifferenceView): TemplateResult {
  const what = visibleLine(name);
  const where = benchmark === undefined ? '' : t` of ${visibleLine(benchmark)}`;
  return html`${t`The difference under test:`}
    <bdi class="strong">${what.charAt(0).toLowerCase()}${what.slice(1)}${where}</bdi>
    <bdi>${visibleLine(before)}</bdi> → <bdi>${visibleLine(after)}</bdi>`;
}

/** Buttons that judge one run again like the other; two buttons where both have older judge prompts. */
function judgeAgain(view: ComparisonView, pane: ComparePane): readonly TemplateResult[] {
  const { staleSide } = view;
  const order = staleSide === 'both' ? t` Both runs used older judge prompts: judge one, then the other.` : '';
  const sideButton = (side: Side): TemplateResult =>
    button(
      t`Judge the ${side === 'before' ? t`old` : t`new`} replies again`,
      () =>
        pane.frame.post({
          kind: 'judgeAgain',
          runId: view[side].id,
          like: view[side === 'before' ? 'after' : 'before'].id,
        }),
      {
        tip: t`Judges the stored ${side === 'before' ? t`old` : t`new`} replies with the other run’s judge models and today’s judge prompts. The tutor is not called.${order}`,
      },
    );
  return sides.filter((side) => staleSide === 'both' || staleSide === side).map(sideButton);
}

interface Note {
  readonly severity: Severity;
  /** What a reader closes it by. */
  readonly text: string;
  readonly content?: TemplateResult;
  readonly buttons?: readonly TemplateResult[];
}

const simulatedNote = t`A simulated model took part: this shows how the tool works, not what a tutor does.`;

export function compareNotices(view: ComparisonView, pane: ComparePane): unknown {
  // Without verdicts the answer says it.
  const isSimulated = view.withoutVerdicts !== true && (view.before.simulated || view.after.simulated);
  const open = view.differences.filter(({ intended }) => !intended);
  const breaking = open.filter(({ breaks }) => breaks);
  const others = open.filter(({ breaks }) => !breaks);
  const toJudge = breaking.find(({ remedy }) => remedy === 'judgeAgain');
  const notes: readonly Note[] = [
    ...(isSimulated ? [{ severity: 'simulated', text: simulatedNote } as const] : []),
    ...view.notices.map((text) => ({ severity: 'warning', text }) as const),
    ...view.differences
      .filter(({ intended }) => intended)
      .map((one) => ({ severity: 'info', text: one.name, content: intendedText(one) }) as const),
    ...breaking.map((one) => {
      const buttons = one === toJudge ? judgeAgain(view, pane) : [];
      return { severity: 'warning', text: one.name, content: differenceText(one), buttons } as const;
    }),
  ];
  const keyOf = ({ text }: Note): string => `${view.before.id} ${view.after.id} ${text}`;
  const noteView = (one: Note): TemplateResult => {
    const { severity, text, content = visibleLine(text), buttons } = one;
    const close = iconButton('close', t`Dismiss: ${visibleLine(text)}`, () => pane.dismiss(keyOf(one)));
    // Nothing else in this view says that models were simulated.
    return html`<li class="notice ${severity}">
      ${notice(severity, content, buttons)} ${severity === 'simulated' ? nothing : close}
    </li>`;
  };
  const shown = notes.filter((one) => !pane.view.dismissed.includes(keyOf(one)));
  const allowedFor = (): unknown =>
    list(others, (difference) => html`<li>${differenceText(difference)}</li>`, { className: 'plain-list' });
  const title = t`${countWords(others.length, 'other difference', 'other differences')} already allowed for`;
  return html`${list(shown, noteView, { className: 'notices compare-notices', label: t`Notes on this comparison` })}
  ${others.length === 0 ? nothing : disclosure(title, allowedFor)}`;
}
