import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgeCheck, JudgesView, UnfinishedCheck, ViewedJudge } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { formatDay, formatTime } from '../text/formatTime';
import { formatCount } from '../text/formatValue';
import { visibleLine, visibleText } from '../text/visibleText';
import { checkTable, isOutOfFold } from './checkTable';
import { judgeId, type JudgesPage, unfinishedId } from './judgesPage';

function calibrateButton(page: JudgesPage, appearance: 'primary' | 'secondary'): TemplateResult {
  return html`<vscode-button
    appearance=${appearance}
    ?disabled=${!page.trusted}
    @click=${() => page.trusted && page.actions.calibrate()}
    >Calibrate judge…</vscode-button
  >`;
}

function emptyView(page: JudgesPage, hasShipped: boolean): TemplateResult {
  return html`<div class="waiting judges-empty">
    <h2>
      ${hasShipped ? 'Only judges that come with the program have been checked' : 'No judge has been calibrated here yet'}
    </h2>
    <p>
      A score is worth what its judge is worth. Calibrating puts replies that people have labelled before a judge and
      says, for each dimension, how far the two agree.
    </p>
    <p>
      Labels come from MRBench V1, V2 or V3 as published, from GuideEval or TutorBench samples with people’s scores, or
      from replies that you label by hand. About forty dialogues give a first picture.
    </p>
    <p class="waiting-actions">${calibrateButton(page, 'primary')}</p>
    <p class="muted">
      On the command line:
      <code>tutor-prompt-lab calibrate mrbench MRBench_V1.json --judge openai:gpt-6-luna --limit 40</code>
    </p>
  </div>`;
}

function unfinishedView(check: UnfinishedCheck, page: JudgesPage): TemplateResult {
  const { runId, at, benchmarkTitle, judges, gold, statusText, goesOn } = check;
  const words = `${visibleLine(judges.join(', '))} against ${visibleLine(gold)} (${benchmarkTitle})`;
  return html`<li class="notice info">
    ${icon('info')}
    <span class="notice-text"
      ><span dir="auto">${words}</span>:
      ${statusText}${goesOn ? '' : `, begun ${formatTime(at)}. It keeps no card before it is over.`}</span
    >
    ${
      goesOn
        ? nothing
        : html`<span class="notice-buttons"
            ><vscode-button
              appearance="secondary"
              aria-label=${`Go on: ${words}`}
              ?disabled=${!page.trusted}
              @click=${() => page.trusted && page.actions.resume(runId)}
              >Go on</vscode-button
            ></span
          >`
    }
  </li>`;
}

function problemsView(problems: readonly string[]): unknown {
  if (problems.length === 0) return nothing;
  return html`<ul class="notices" aria-label="What could not be read">
    ${problems.map(
      (words) =>
        html`<li class="notice warning">
          ${icon('warning')}<span class="notice-text" dir="auto">${visibleText(words)}</span>
        </li>`,
    )}
  </ul>`;
}

function content(judges: JudgesView, page: JudgesPage): TemplateResult {
  // What comes with the program was checked elsewhere.
  const hasShipped = judges.judges.some(({ checks }) => checks.some(({ runId }) => runId === ''));
  const isChecked = judges.judges.some(
    ({ checks, people }) => people === true || checks.some(({ runId }) => runId !== ''),
  );
  return html`${
    isChecked
      ? html`<div class="judges-head">
          <p class="muted">How far each judge agrees with people, on replies that people have labelled.</p>
          ${calibrateButton(page, 'secondary')}
        </div>`
      : emptyView(page, hasShipped)
  }
  ${problemsView(judges.problems)}
  ${
    judges.unfinished.length === 0
      ? nothing
      : html`<ul class="notices" id=${unfinishedId} tabindex="-1" aria-label="Calibrations that are not over">
          ${judges.unfinished.map((check) => unfinishedView(check, page))}
        </ul>`
  }
  ${repeat(
    judges.judges,
    ({ key }) => key,
    (judge, place) => judgeSection(judge, place, page),
  )}`;
}

/** The judges that are known of, with their trust cards. */
export function judgesView(page: JudgesPage): TemplateResult {
  const { judges } = page;
  return html`<div
    class="judges"
    id="judges"
    @scroll=${(event: Event) => page.rememberScroll((event.currentTarget as HTMLElement).scrollTop)}
  >
    <div class="judges-content">
      ${judges === undefined ? html`<p class="muted">Reading the trust cards…</p>` : content(judges, page)}
    </div>
  </div>`;
}

function checkFacts(check: JudgeCheck): TemplateResult {
  const { runId, at, gold, rows } = check;
  const clusters = Math.max(0, ...rows.map((row) => row.clusters));
  const facts = [
    ...(gold.by === 'judge' ? ['labels of another judge, not of people'] : []),
    `checked ${runId === '' ? formatDay(at) : formatTime(at)}`,
    formatCount(clusters, 'dialogue or problem', 'dialogues or problems'),
    ...(isOutOfFold(check) ? ['answered out of fold'] : []),
    runId === '' ? 'comes with the program' : `run ${visibleLine(runId)}`,
  ];
  return html`<p class="check-facts">
    Against <bdi class="strong">${visibleLine(gold.name)}</bdi>
    <span class="muted">(${visibleLine(gold.format)}) · ${facts.join(' · ')}</span>
  </p>`;
}

function checkView(check: JudgeCheck, label: string, page: JudgesPage): TemplateResult {
  return html`${checkFacts(check)} ${checkTable(check, label, page)}`;
}

/** Earlier checks that no badge goes by: of older or fewer labels, or another wording. */
function earlierView(judge: ViewedJudge, checks: readonly JudgeCheck[], label: string, page: JudgesPage): unknown {
  if (checks.length === 0) return nothing;
  const open = page.view.unfolded.includes(judge.key);
  const toggle = (event: Event): void => {
    const isOpen = (event.currentTarget as HTMLDetailsElement).open;
    if (isOpen !== open) page.actions.unfold(judge.key, isOpen);
  };
  return html`<details class="disclosure earlier-checks" ?open=${open} @toggle=${toggle}>
    <summary>${formatCount(checks.length, 'other check', 'other checks')}</summary>
    ${open ? checks.map((check) => checkView(check, label, page)) : nothing}
  </details>`;
}

function uncheckedWords({ checks, unchecked, people }: ViewedJudge): string {
  if (people === true)
    return 'People gave these labels. Judges are held against people, so there is nothing to check here.';
  if (checks.length === 0) {
    return 'Unchecked: nobody has held this judge against people’s labels here, so nothing says what its scores are worth.';
  }
  return unchecked.length === 0 ? '' : `Unchecked: ${unchecked.map(visibleLine).join(', ')}.`;
}

/** One judge on one benchmark: its checks, the latest first, and what nobody has checked. */
function judgeSection(judge: ViewedJudge, place: number, page: JudgesPage): TemplateResult {
  const { benchmark, benchmarkTitle, checks, inRun, simulated, learned = false } = judge;
  const name = visibleLine(judge.judge);
  const label = `${name} on ${benchmarkTitle}`;
  // The latest is what somebody has just made, and looks for, also where it is too small for a badge to go by.
  const isShown = (check: JudgeCheck): boolean => check === checks[0] || check.rows.some(({ counts }) => counts);
  const unchecked = uncheckedWords(judge);
  return html`<section class="judge-section" aria-labelledby=${judgeId(place)}>
    <div class="judge-head">
      <h2 id=${judgeId(place)} tabindex="-1"><bdi>${name}</bdi> <span class="judge-on">on ${benchmarkTitle}</span></h2>
      ${simulated ? html`<span class="tag">${icon('beaker')}simulated</span>` : nothing}
      ${learned ? html`<span class="tag">learned from people’s labels</span>` : nothing}
      ${inRun === undefined ? nothing : html`<span class="muted">judged the run that is shown</span>`}
    </div>
    ${checks.filter(isShown).map((check) => checkView(check, label, page))}
    ${
      unchecked === ''
        ? nothing
        : html`<p class="unchecked-line">
            <span class="muted">${unchecked}</span>
            ${
              page.trusted && judge.people !== true
                ? html`<button
                    class="link"
                    type="button"
                    aria-label=${`Calibrate ${label}`}
                    @click=${() => page.actions.check(benchmark, inRun)}
                  >
                    Calibrate…
                  </button>`
                : nothing
            }
          </p>`
    }
    ${earlierView(
      judge,
      checks.filter((check) => !isShown(check)),
      label,
      page,
    )}
  </section>`;
}
