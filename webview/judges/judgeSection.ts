import { html, nothing, type TemplateResult } from 'lit-html';
import type { JudgeCheck, ViewedJudge } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { formatDay, formatTime } from '../text/formatTime';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { checkTable, isOutOfFold } from './checkTable';
import { judgeId, type JudgesPage } from './judgesPage';

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
export function judgeSection(judge: ViewedJudge, place: number, page: JudgesPage): TemplateResult {
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
