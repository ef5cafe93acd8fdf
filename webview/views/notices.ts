import { html, nothing, type TemplateResult } from 'lit-html';
import type { ReportWarning, RunHeader, UnderstoodPrompt } from '../../src/core/results/reportModel';
import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import { button, disclosure, iconButton, list, notice, type Severity } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { t, visibleLine, visibleText } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { canResume } from './header';

type Place = 'above' | 'below';

interface Notice {
  readonly severity: Severity;
  readonly message: string;
  readonly buttons?: readonly { readonly label: string; readonly action: PanelAction }[];
  readonly understood?: UnderstoodPrompt | undefined;
  /** Shown above every view. */
  readonly isKept?: boolean;
}

const openLog = { label: t`Open log`, action: 'openLog' } as const;
const chooseModels = { label: t`Choose models`, action: 'chooseModels' } as const;
const setApiKey = { label: t`Set API key`, action: 'setApiKey' } as const;
const raiseCap = { label: t`Raise the cap…`, action: 'raiseCap' } as const;

/** How a run ended when it did not complete, in one sentence that says what is kept and what can be done. */
function statusSentence(run: RunHeader, isResumable: boolean): Notice | undefined {
  const { done, planned } = run.progress.replies;
  const kept = t`${String(done)} of ${String(planned)} replies are kept`;
  const detail = run.statusDetail === undefined ? '' : ` ${run.statusDetail}`;
  const goesOn = isResumable ? t` Resume continues where it stopped.` : '';
  const say = (severity: Severity, message: string, buttons: Notice['buttons'] = []): Notice => ({
    severity,
    message,
    buttons,
    isKept: true,
  });
  switch (run.status) {
    case 'running':
    case 'completed':
      return undefined;
    case 'cancelled':
      return say('info', t`Cancelled: ${kept}.${goesOn}${detail}`);
    case 'interrupted':
      return say('warning', t`Interrupted: ${kept}.${goesOn}${detail}`);
    case 'incomplete':
      return say(
        'warning',
        isResumable ? t`Some calls failed. Resume tries them again.${detail}` : t`Some calls failed.${detail}`,
        [openLog],
      );
    case 'overBudget':
      return say('warning', t`Stopped at a cap: ${kept}.${detail}`, isResumable ? [raiseCap] : []);
    case 'failed':
      return say(
        'error',
        done === 0
          ? t`No call succeeded, so there is nothing to score.${detail} Check the key, the model’s name and the network, then evaluate again.`
          : t`The run stopped: ${kept}.${detail}`,
        [openLog, chooseModels, setApiKey],
      );
  }
}

function warningNotice({ kind, message }: ReportWarning, { understood }: RunHeader): Notice {
  // The counts are what such a run is for, so they stay above the cases.
  if (kind === 'explore') return { severity: 'info', message, isKept: true };
  if (kind === 'saved')
    return { severity: 'info', message, buttons: [{ label: t`Judge the rest`, action: 'judgeRest' }] };
  if (kind !== 'simulated') return { severity: kind === 'recorded' ? 'info' : 'warning', message };
  return { severity: 'simulated', message, understood, buttons: understood?.understood === 0 ? [chooseModels] : [] };
}

function understoodList({ of, sentences, builtIn }: UnderstoodPrompt): TemplateResult {
  const rest = of - sentences.length;
  const list = (): TemplateResult =>
    html`<ul>
      ${sentences.map(
        ({ line, text, does }) =>
          html`<li class=${does === undefined ? 'muted' : ''}>
            ${builtIn === true ? t`Built in` : t`Line ${line}`}: <q dir="auto">${visibleText(text)}</q>
            <span class="does">${does ?? t`not understood`}</span>
          </li>`,
      )}
      ${rest > 0 ? html`<li class="muted">${t`and ${rest} more`}</li>` : nothing}
    </ul>`;
  return disclosure(t`Sentences of the prompt`, list, { className: 'understood' });
}

function noticesOf(state: PanelState): readonly Notice[] {
  const notices: Notice[] = [];
  if (!state.trusted && state.example !== true)
    notices.push({
      severity: 'warning',
      message: t`This workspace is in Restricted Mode: its settings could decide where text is sent, so no run starts. You can still read earlier results.`,
      buttons: [{ label: t`Manage workspace trust`, action: 'manageTrust' }],
    });
  for (const { message, action } of state.phase.kind === 'blocked' ? state.phase.problems : [])
    notices.push({ severity: 'error', message, buttons: action && [{ label: action.label, action: action.command }] });
  const { report } = state;
  if (report === undefined) return notices;
  const ended = state.phase.kind === 'done' ? statusSentence(report.run, canResume(state)) : undefined;
  // Waiting batches have a section with their own buttons.
  const isLeft = state.batches !== undefined && ['interrupted', 'cancelled'].includes(report.run.status);
  if (ended !== undefined && !isLeft) notices.push(ended);
  // `ended` already says this, and what to do.
  const rest = ended === undefined ? report.warnings : report.warnings.filter((warning) => warning.kind !== 'status');
  return [...notices, ...rest.map((warning) => warningNotice(warning, report.run))];
}

function noticeView(one: Notice, key: string, actions: PanelActions): TemplateResult {
  const { severity, message, buttons = [], understood } = one;
  const content = html`<span dir="auto">${visibleText(message)}</span>
    ${understood === undefined || understood.of === 0 ? nothing : understoodList(understood)}`;
  const drawn = buttons.map(({ label, action }) => button(label, () => actions.run(action)));
  const close = iconButton('close', t`Dismiss: ${visibleLine(message)}`, () => actions.dismiss(key));
  return html`<li class="notice ${severity}">${notice(severity, content, drawn)} ${close}</li>`;
}

/** Above the tabs: errors, how the run ended, and what has buttons. The rest is below the scores. */
export function noticesView(state: PanelState, view: ViewState, place: Place, actions: PanelActions): unknown {
  const isAbove = ({ severity, isKept, buttons = [] }: Notice): boolean =>
    severity === 'error' || isKept === true || (buttons.length > 0 && severity !== 'info');
  const keyOf = ({ message }: Notice): string => `${state.report?.run.id ?? ''} ${message}`;
  const notices = noticesOf(state)
    .filter((one) => isAbove(one) === (place === 'above'))
    .filter((one) => !view.dismissed.includes(keyOf(one)));
  return list(notices, (one) => noticeView(one, keyOf(one), actions), {
    className: 'notices',
    label: t`Notes on this run, ${t(place)}`,
  });
}
