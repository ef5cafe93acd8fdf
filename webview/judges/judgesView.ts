import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type {
  JudgeCardRow,
  JudgeCheck,
  JudgesView,
  UnfinishedCheck,
  ViewedJudge,
} from '../../src/core/report/judgesViewModel';
import { countWords, t, wholeNumber } from '../../src/core/text/countWords';
import { icon } from '../charts/icons';
import { button, disclosure, link, list, notice, plainButton, scrollBox } from '../dom/elements';
import { formatDay, formatTime } from '../../src/core/text/formatTime';
import { sentence, visibleLine, visibleText } from '../text/visibleText';
import { cardId, judgeId, type JudgesPane, unfinishedId } from './judgesPane';
import { formatLevel, formatRange } from '../../src/core/text/formatNumber';
import { cell, tableHead } from '../dom/table';
import { cardStatistic, judgeCard, standings } from './judgeCard';

interface JudgeColumn {
  readonly id: string;
  readonly title: string;
  readonly tip: string;
  /** The tip where another judge gave the labels. */
  readonly tipByJudge?: string;
  readonly content: (row: JudgeCardRow) => unknown;
}

function statistic(id: 'agreement' | 'deviation' | 'macroF1' | 'pearson'): Pick<JudgeColumn, 'id' | 'content'> {
  return { id, content: (row) => cardStatistic(row[id]) };
}

const columns: readonly JudgeColumn[] = [
  {
    id: 'kappa',
    title: t`Kappa`,
    tip: t`Cohen’s kappa: agreement beyond chance; within each tutor where the labels name several`,
    content: (row) => cardStatistic((row.within ?? row).kappa),
  },
  {
    id: 'kappa-interval',
    title: t`Interval`,
    tip: t`Interval of kappa over dialogues or problems`,
    content: (row) => {
      const { kappaCi: ci } = row.within ?? row;
      if (ci === null) return 'n/a';
      return html`<span data-tip=${t`${formatLevel(ci.level)} interval of kappa`}>${formatRange(ci, 'share')}</span>`;
    },
  },
  {
    id: 'pooled',
    title: t`Pooled`,
    tip: t`Kappa over the replies of all tutors together. It also rewards telling tutors apart, so trust does not depend on it`,
    content: ({ within, kappa }) => (within === undefined ? '–' : cardStatistic(kappa)),
  },
  {
    id: 'n',
    title: 'n',
    tip: t`Human labels that the judge was asked about`,
    tipByJudge: t`Labels of the other judge that this one was asked about`,
    content: ({ n }) => wholeNumber(n),
  },
  {
    id: 'failed',
    title: t`Failed`,
    tip: t`Labels without a usable verdict; they count as misses`,
    content: ({ failed }) => wholeNumber(failed),
  },
  {
    ...statistic('agreement'),
    title: t`Agreement`,
    tip: t`Share of n on which judge and people agree`,
    tipByJudge: t`Share of n on which both judges agree`,
  },
  { ...statistic('deviation'), title: t`Deviation`, tip: t`Mean distance between the two, in steps of the scale` },
  {
    ...statistic('macroF1'),
    title: t`Macro-F1`,
    tip: t`Mean F1 of the labels: rare labels count as much as frequent ones`,
  },
  { ...statistic('pearson'), title: t`Pearson`, tip: t`Correlation of the labels as numbers` },
  {
    id: 'majority',
    title: t`Majority`,
    tip: t`Agreement and macro-F1 of always giving the most frequent human label: a judge must beat this`,
    tipByJudge: t`Agreement and macro-F1 of always giving the other judge’s most frequent label`,
    content: majority,
  },
  { id: 'version', title: t`Version`, tip: t`Version of the judge that was checked`, content: version },
];

function majority({ majority: one }: JudgeCardRow): unknown {
  if (one === null) return 'n/a';
  const tip = t`Always giving “${visibleLine(String(one.label))}”: agreement and macro-F1`;
  return html`<span data-tip=${tip}>${cardStatistic(one.agreement)} / ${cardStatistic(one.macroF1)}</span>`;
}

function version({ judgeVersion, older }: JudgeCardRow): TemplateResult {
  const tip = `${visibleLine(judgeVersion)}${older ? t`, not the judge prompt in use` : ''}`;
  // The hash of a judge prompt (`name@1a2b3c4d`), with as many digits as git shows of a commit.
  const short = judgeVersion.slice(judgeVersion.lastIndexOf('@') + 1).slice(0, 7);
  return html`<span class="version" data-tip=${tip}>${visibleLine(short)}</span>`;
}

function tag(words: string, tip: unknown = nothing, className = ''): TemplateResult {
  return html`<span class="card-tag ${className}" data-tip=${tip}>${words}</span>`;
}

function tagsOf(row: JudgeCardRow): readonly unknown[] {
  const { status, reason = '', older, promptOverride, measuredOn } = row;
  return [
    promptOverride === true ? tag(t`custom prompt`) : nothing,
    older ? tag(t`other prompt`) : nothing,
    status === 'checked'
      ? nothing
      : tag(standings[status], visibleLine(reason), status === 'beaten' ? 'beaten-tag' : ''),
    measuredOn && tag(t`other material`, visibleLine(measuredOn)),
  ];
}

function rowView(row: JudgeCardRow, check: JudgeCheck, pane: JudgesPane): TemplateResult {
  const { key, title, question, status } = row;
  const open = pane.view.open === key;
  const name = html`${icon(open ? 'down' : 'right')}<span dir="auto">${visibleLine(title)}</span>`;
  const card = (): TemplateResult =>
    html`<tr role="row" class="card-place">
      <td role="cell" colspan=${columns.length + 1}>${judgeCard(row, check, pane)}</td>
    </tr>`;
  return html`<tr role="row" class="card-line ${status} ${open ? 'open' : ''}">
      <th role="rowheader" scope="row">
        ${plainButton('card-name', name, () => pane.toggleCard(key), { id: cardId(key), expanded: open, tip: visibleLine(question) })}
        ${tagsOf(row)}
      </th>
      ${columns.map(({ id, title: column, content }) =>
        cell(`number of-${id}`, html`<span class="cell-name" aria-hidden="true">${column}</span> ${content(row)}`),
      )}
    </tr>
    ${open ? card() : nothing}`;
}

function checkTable(check: JudgeCheck, label: string, pane: JudgesPane): TemplateResult {
  const heads = columns.map(({ id, title, tip, tipByJudge = tip }) => ({
    className: `of-${id}`,
    title,
    tip: check.gold.by === 'judge' ? tipByJudge : tip,
  }));
  return html`<table class="check-table" role="table" aria-label=${label}>
    ${tableHead(t`Dimension`, heads, 'card-columns')}
    <tbody role="rowgroup">
      ${repeat(
        check.rows,
        ({ key }) => key,
        (row) => rowView(row, check, pane),
      )}
    </tbody>
  </table>`;
}

function emptyView(hasShipped: boolean, calibrate: TemplateResult): TemplateResult {
  return html`<div class="waiting judges-empty">
    <h2>
      ${hasShipped ? t`Only judges that come with the program have been checked` : t`No judge has been calibrated here yet`}
    </h2>
    <p>
      ${t`A score is only as good as its judge. Calibration gives a judge replies that people have labelled and shows, for each dimension, how far the two agree.`}
    </p>
    <p>
      ${t`Labels come from a benchmark’s published files, from samples with people’s scores, or from replies that you label by hand. About forty dialogues give a first picture.`}
    </p>
    <p class="waiting-actions">${calibrate}</p>
    <p class="muted">
      ${t`On the command line:`}
      <code>tutor-prompt-lab calibrate BENCHMARK FILE --judge MODEL --limit 40</code>
    </p>
  </div>`;
}

function unfinishedView(check: UnfinishedCheck, pane: JudgesPane, trusted: boolean): TemplateResult {
  const { runId, at, benchmarkTitle, judges, gold, statusText, isUnderWay } = check;
  const words = t`${visibleLine(judges.join(', '))} against ${visibleLine(gold)} (${benchmarkTitle})`;
  const resume = button(t`Resume`, () => pane.frame.post({ kind: 'resumeCheck', runId }), {
    label: t`Resume: ${words}`,
    enabled: trusted,
  });
  const begun = isUnderWay ? '' : t`, started ${formatTime(at)}. Its card appears when it has finished.`;
  const content = html`<span dir="auto">${words}</span>: ${statusText}${begun}`;
  return html`<li class="notice info">${notice('info', content, isUnderWay ? [] : [resume])}</li>`;
}

function content({ judges, unfinished, problems }: JudgesView, pane: JudgesPane, trusted: boolean): TemplateResult {
  // Checks that come with the program have no run here.
  const hasShipped = judges.some(({ checks }) => checks.some(({ runId }) => runId === ''));
  const isChecked = judges.some(({ checks, people }) => people === true || checks.some(({ runId }) => runId !== ''));
  const calibrate = button(t`Calibrate judge…`, () => pane.frame.post({ kind: 'action', action: 'calibrateJudge' }), {
    primary: !isChecked,
    enabled: trusted,
  });
  return html`${
    isChecked
      ? html`<div class="judges-head">
          <p class="muted">${t`How far each judge agrees with people, on replies that people have labelled.`}</p>
          ${calibrate}
        </div>`
      : emptyView(hasShipped, calibrate)
  }
  ${list(
    problems.map((words) => notice('warning', html`<span dir="auto">${visibleText(words)}</span>`)),
    (problem) => html`<li class="notice warning">${problem}</li>`,
    { className: 'notices', label: t`What could not be read` },
  )}
  ${list(unfinished, (check) => unfinishedView(check, pane, trusted), {
    className: 'notices',
    id: unfinishedId,
    label: t`Unfinished calibrations`,
  })}
  ${repeat(
    judges,
    ({ key }) => key,
    (judge, index) => judgeSection(judge, index, pane, trusted),
  )}`;
}

/** The known judges with their trust cards. Without `trusted` no check can be started. */
export function judgesView(pane: JudgesPane, trusted: boolean): TemplateResult {
  const { judges } = pane;
  const reading = html`<p class="muted">${t`Reading the trust cards…`}</p>`;
  return scrollBox('judges', judges ? content(judges, pane, trusted) : reading, (scroll) =>
    pane.frame.remember({ scroll }),
  );
}

function checkView(check: JudgeCheck, label: string, pane: JudgesPane): TemplateResult {
  const { runId, at, gold, rows } = check;
  const facts = [
    ...(gold.by === 'judge' ? [t`labels of another judge, not of people`] : []),
    t`checked ${runId === '' ? formatDay(at) : formatTime(at)}`,
    countWords(Math.max(0, ...rows.map(({ clusters }) => clusters)), 'dialogue or problem', 'dialogues or problems'),
    runId === '' ? t`comes with the program` : t`run ${visibleLine(runId)}`,
  ];
  return html`<p class="check-facts">
      ${t`Against`} <bdi class="strong">${visibleLine(gold.name)}</bdi>
      <span class="muted">(${visibleLine(gold.format)}) · ${facts.join(' · ')}</span>
    </p>
    ${checkTable(check, label, pane)}`;
}

function uncheckedWords({ checks, unchecked, people }: ViewedJudge): string {
  if (people === true)
    return t`People gave these labels. Judges are checked against people, so there is nothing to check here.`;
  if (checks.length === 0) {
    return t`Unchecked: nobody has checked this judge against people’s labels here, so nobody knows how good its scores are.`;
  }
  return unchecked.length === 0 ? '' : t`Unchecked: ${unchecked.map(visibleLine).join(', ')}.`;
}

function judgeSection(judge: ViewedJudge, index: number, pane: JudgesPane, trusted: boolean): TemplateResult {
  const { key, benchmark, benchmarkTitle, checks, inRun, simulated, people } = judge;
  const name = visibleLine(judge.judge);
  const label = t`${name} on ${benchmarkTitle}`;
  // The latest check is always shown: whoever ran it looks for it, even if no badge uses it.
  const isShown = (check: JudgeCheck): boolean => check === checks[0] || check.rows.some(({ counts }) => counts);
  const earlier = checks.filter((check) => !isShown(check));
  const unchecked = uncheckedWords(judge);
  const check = (): void => pane.frame.post({ kind: 'checkJudge', benchmark, judge: inRun });
  const checkLink = link(t`Calibrate…`, check, { label: t`Calibrate ${label}` });
  const earlierChecks = disclosure(
    countWords(earlier.length, 'other check', 'other checks'),
    () => earlier.map((one) => checkView(one, label, pane)),
    { className: 'earlier-checks', open: pane.view.unfolded.includes(key) },
    (open) => pane.unfold(key, open),
  );
  const on = t`on ${benchmarkTitle}`;
  return html`<section class="judge-section" aria-labelledby=${judgeId(index)}>
    <div class="judge-head">
      <h2 id=${judgeId(index)} tabindex="-1"><bdi>${name}</bdi> <span class="judge-on">${on}</span></h2>
      ${simulated ? html`<span class="tag">${sentence`${icon('beaker')}simulated`}</span>` : nothing}
      ${inRun && html`<span class="muted">${t`judged the run that is shown`}</span>`}
    </div>
    ${checks.filter(isShown).map((one) => checkView(one, label, pane))}
    ${
      unchecked &&
      html`<p class="unchecked-line">
        <span class="muted">${unchecked}</span> ${trusted && people !== true ? checkLink : nothing}
      </p>`
    }
    ${earlier.length === 0 ? nothing : earlierChecks}
  </section>`;
}
