import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgesView, UnfinishedCheck } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { formatTime } from '../text/formatTime';
import { visibleLine, visibleText } from '../text/visibleText';
import { judgeSection } from './judgeSection';
import type { JudgesPage } from './judgesPage';
import { unfinishedId } from './judgesPage';

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
