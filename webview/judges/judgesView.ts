import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgeCheck, JudgesView, UnfinishedCheck, ViewedJudge } from '../../src/core/report/judgesViewModel';
import { countWords, t } from '../../src/core/text/countWords';
import { icon } from '../charts/icons';
import { button, disclosure, link, list, notice, scrollBox, waiting } from '../dom/elements';
import { formatDay, formatTime } from '../../src/core/text/formatTime';
import { sentence, visibleLine, visibleText } from '../text/visibleText';
import { checkTable } from './checkTable';
import { judgeId, type JudgesPane, unfinishedId } from './judgesPane';

function emptyView(calibrate: TemplateResult): TemplateResult {
  const texts = [
    t`A score is only as good as its judge. Calibration gives a judge replies that people have labelled and shows, for each dimension, how far the two agree.`,
    t`Labels come from a benchmark’s published files, from samples with people’s scores, or from replies that you label by hand. About forty dialogues give a first picture.`,
  ];
  return waiting(t`No judge of yours has been checked yet`, texts, [calibrate]);
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
      : emptyView(calibrate)
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
  return scrollBox('judges', judges ? content(judges, pane, trusted) : reading, judges !== undefined);
}

function checkView(check: JudgeCheck, label: string, pane: JudgesPane): TemplateResult {
  const { runId, at, gold, rows } = check;
  const facts = [
    ...(gold.by === 'judge' ? [t`labels of another judge, not of people`] : []),
    t`checked ${runId === '' ? formatDay(at) : formatTime(at)}`,
    countWords(Math.max(0, ...rows.map(({ clusters }) => clusters)), 'dialogue or problem', 'dialogues or problems'),
    ...(runId === '' ? [t`comes with the program`] : []),
  ];
  return html`<p class="check-facts">
      ${t`Against`} <bdi class="strong">${visibleLine(gold.name)}</bdi>
      <span class="muted">· ${facts.join(' · ')}</span>
    </p>
    ${checkTable(check, label, pane)}`;
}

function uncheckedWords({ checks, unchecked, people }: ViewedJudge): string {
  if (people === true)
    return t`People gave these labels. Judges are checked against people, so there is nothing to check here.`;
  if (checks.length === 0)
    return t`Unchecked: nobody has checked this judge against people’s labels here, so nobody knows how good its scores are.`;
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
    { className: 'earlier-checks', open: pane.frame.isToggled(key) },
    () => pane.frame.toggle(key),
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
