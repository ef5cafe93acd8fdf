import { headlineNames } from '../benchmark/aims';
import { promptRules } from '../prompt/promptRules';
import { summaryHeadline } from '../report/headline';
import { estimateText } from '../report/estimateReport';
import { shortenRevision } from '../results/headerFacts';
import { listedStatuses } from '../results/statusTexts';
import { estimateRun } from '../run/estimateRun';
import { observeLengths } from '../run/observedLengths';
import { observeChanges } from '../run/provableEdits';
import { capSentences } from '../run/runCaps';
import { spentOn } from '../run/dayBudget';
import { spentOf } from '../run/runState';
import { recentRuns } from '../store/readJournal';
import { FileSpendingLedger } from '../store/spendingLedger';
import { boundedText } from '../text/boundedText';
import { readableLine } from '../text/readableText';
import { type AgentAnswer, answerText } from './agentAnswer';
import { AgentError, type AgentHost, type AgentPlan } from './agentHost';
import { failingCases, runFacts } from './runFacts';
import { type AgentInput, type AgentToolName, agentTools } from './toolInputs';

type Handlers = {
  readonly [Name in AgentToolName]: (input: AgentInput<Name>, signal: AbortSignal) => Promise<AgentAnswer | string>;
};

export const usualSessionCalls = 2_000;
/** Most clients give a call a minute. */
const usualWaitSeconds = 45;
const listedRuns = 10;

/** The tools of one session, whose runs share a cap. None edits a prompt, raises a cap, reads a key or deletes. */
export class AgentTools {
  readonly #going = new Map<Promise<void>, AbortController>();
  /** Paid calls, and those that runs under way may still make. */
  #calls = 0;

  readonly #handlers: Handlers = {
    describe_prompt: ({ path }) => this.#describe(path),
    estimate_run: async (wish) => this.#estimate(await this.host.plan(wish)),
    evaluate_prompt: (input, signal) => this.#evaluate(input, signal),
    get_run: async ({ run }) => {
      const { session, cards } = await this.host.run(run);
      return runFacts(session, cards);
    },
    get_failing_cases: async ({ run, ...wish }) => failingCases((await this.host.run(run)).session, wish, this.host),
    compare_runs: ({ before, after }, signal) => this.host.compare(before, after, signal),
  };

  constructor(
    private readonly host: AgentHost,
    private readonly sessionCalls = usualSessionCalls,
  ) {}

  /** `input` is unchecked. Rejects with `AgentError`, and as the host does. */
  async call<Name extends AgentToolName>(name: Name, input: unknown, signal: AbortSignal): Promise<string> {
    const { data, error } = agentTools[name].input.safeParse(input);
    if (error !== undefined) {
      const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`);
      throw new AgentError(`${name} cannot take this. ${problems.join('; ')}`);
    }
    signal.throwIfAborted();
    const answer = await this.#handlers[name](data as AgentInput<Name>, signal);
    return typeof answer === 'string' ? answer : answerText(answer);
  }

  /** Interrupts what goes on without a call that waits for it. Resolves when it is written. */
  async close(): Promise<void> {
    for (const abort of this.#going.values()) abort.abort('interrupted');
    await Promise.allSettled(this.#going.keys());
  }

  async #describe(path: string): Promise<AgentAnswer> {
    const { file, history } = await this.host.prompt(path);
    const { targets = [], guards = [], benchmarks = [] } = file.defaults;
    const headlines = [...this.host.benchmarks.values()].flatMap((one) =>
      benchmarks.includes(one.id) ? headlineNames(one) : [],
    );
    const rules = promptRules(file);
    const runs = history.runs.slice(0, listedRuns).map(({ id, status, revision, tutor, lane, summary }) => {
      const { title = '', value, n = 0 } = (summary && summaryHeadline(summary)) ?? {};
      const label = history.revisions.find((one) => one.revision === revision)?.label;
      const score = value === undefined ? 'no score' : `${title} ${value}, n ${n}`;
      const name = `${shortenRevision(revision)}${label === undefined ? '' : ` “${boundedText(label, 60)}”`}`;
      const kind = lane === undefined ? '' : ', explores failing cases, never compared';
      return `  ${id}: ${listedStatuses.get(status) ?? status}, ${name}, tutor ${tutor}, ${score}${kind}`;
    });
    const shown = rules.map(
      ({ number, text, from, to, kept }) =>
        `${number}. [lines ${from}-${to}${kept === undefined ? '' : `, keep: ${kept}`}] ${boundedText(text, 160)}`,
    );
    const listed = { title: 'rules of the prompt', text: boundedText(shown.join('\n'), 4_000) };
    return {
      lines: [
        `${path}, revision ${shortenRevision(file.revision)}: ${rules.length} rules.`,
        ...file.problems.map(({ severity, message }) => `${severity}: ${message}`),
        `Targets: ${targets.join(', ') || `none named; headlines count${headlines.length > 0 ? `: ${headlines.join(', ')}` : ''}`}`,
        `Guards: ${guards.join(', ') || 'none named'}`,
        runs.length === 0 ? 'No runs yet.' : `Last runs, of ${history.runs.length}:`,
        ...runs,
      ].map((line) => boundedText(`${/^ */.exec(line)?.[0] ?? ''}${readableLine(line)}`, 400)),
      material: rules.length === 0 ? [] : [listed],
      next: 'estimate_run, then evaluate_prompt with a maxCalls that the author agrees to.',
    };
  }

  async #estimate({ session, root, caps }: AgentPlan): Promise<AgentAnswer> {
    const manifest = { ...session.manifest, ...caps };
    const lengths = await observeLengths(manifest, recentRuns(root));
    const estimate = estimateRun(session, lengths, await observeChanges(manifest, recentRuns(root)));
    const today = await spentOn(new FileSpendingLedger(root), new Date().toISOString().slice(0, 10));
    const left = Math.max(0, this.sessionCalls - this.#calls);
    const caught = capSentences(caps).length === 0 ? 'There is no other cap.' : capSentences(caps).join(' ');
    return {
      lines: [
        ...estimateText(manifest, estimate).split('\n'),
        `Caps: these tools may make ${left} more calls in this session. ${caught}`,
        `Today (UTC) the runs of this store made ${today.calls} calls for $${today.usd.toFixed(2)}, which count towards caps per day.`,
      ],
      next: 'Ask the author whether this cost is fine, then evaluate_prompt with maxCalls.',
    };
  }

  async #evaluate(input: AgentInput<'evaluate_prompt'>, signal: AbortSignal): Promise<AgentAnswer> {
    const { waitSeconds = usualWaitSeconds, maxCalls, ...wish } = input;
    const most = Math.min(maxCalls, this.sessionCalls - this.#calls);
    if (most < 1)
      throw new AgentError(
        `These tools have made the ${this.sessionCalls} calls that this session may make. Only the author can start another one.`,
      );
    // Set aside before anything is awaited, so that calls at once share the cap.
    this.#calls += most;
    let unused = most;
    const abort = new AbortController();
    const cancel = (): void => abort.abort('cancelled');
    try {
      const plan = await this.host.plan({ ...wish, maxCalls: most });
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel);
      unused = 0;
      const { runId } = plan.session.manifest;
      const ended = plan.play(abort.signal).finally(() => {
        this.#calls += Math.min(0, spentOf(plan.session).calls - most);
        this.#going.delete(ended);
      });
      this.#going.set(ended, abort);
      if (await endsWithin(ended, waitSeconds))
        return (await this.#handlers.get_run({ run: runId }, signal)) as AgentAnswer;
      return {
        lines: [`Run ${runId} is under way.`],
        next: `Call get_run with ${runId} until it has ended. It goes on by itself, within its cap.`,
      };
    } finally {
      this.#calls -= unused;
      signal.removeEventListener('abort', cancel);
    }
  }
}

/** Rejects as the run does, unless the time is over before. */
async function endsWithin(ended: Promise<void>, seconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1_000);
  });
  // A run that fails later says so in its status.
  ended.catch(() => undefined);
  return Promise.race([ended.then(() => true), late]).finally(() => clearTimeout(timer));
}
