import { setTimeout as sleep } from 'node:timers/promises';
import { promptRules } from '../prompt/promptRules';
import { readPromptFile } from '../prompt/promptFile';
import { summaryHeadline } from '../report/headline';
import { estimateText } from '../report/estimateReport';
import { spentWords } from '../results/editEvidence';
import { shortenRevision } from '../results/headerFacts';
import { estimateByRecent } from '../run/estimateByRecent';
import { capSentences } from '../run/runCaps';
import { spentOf } from '../run/runState';
import { boundedText, readableLine } from '../text/readableText';
import { type AgentAnswer, answerText } from './agentAnswer';
import { AgentError, type AgentHost, type AgentPlan, type AgentRunRequest } from './agentHost';
import { failingCases, runFacts } from './runFacts';
import { type AgentInput, type AgentToolName, agentTools } from './toolInputs';

type Handlers = {
  readonly [Name in AgentToolName]: (input: AgentInput<Name>, signal: AbortSignal) => Promise<AgentAnswer | string>;
};

const mostListed = 10;
/** Of a session. */
export const usualCalls = 2_000;

/** The tools of one session, whose runs share a cap. None edits a prompt, raises a cap, reads a key or deletes. */
export class AgentTools {
  readonly #going = new Map<Promise<void>, AbortController>();
  /** Paid calls, and those that runs under way may still make. */
  #calls = 0;
  readonly #handlers: Handlers = {
    describe_prompt: ({ path }) => this.#describe(path),
    estimate_run: async (request) => this.#estimate(await this.host.plan(request)),
    evaluate_prompt: (input, signal) => this.#evaluate(input, signal),
    test_edits: (input, signal) => this.#evaluate(input, signal),
    confirm_edit: (input, signal) => this.#evaluate(input, signal),
    get_run: async ({ run }) => runFacts(await this.host.run(run)),
    get_failing_cases: async ({ run, ...request }) =>
      failingCases((await this.host.run(run)).session, request, this.host.benchmarks),
    compare_runs: ({ before, after }, signal) => this.host.compare(before, after, signal),
  };

  constructor(
    private readonly host: AgentHost,
    private readonly mostCalls: () => number = () => usualCalls,
  ) {}

  get #callsLeft(): number {
    return Math.max(0, this.mostCalls() - this.#calls);
  }

  /** `input` is unchecked. Rejects with `AgentError`, and as the host does. */
  async call(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<string> {
    const { data, error } = agentTools[name].input.safeParse(input);
    const faults = error?.issues.map(({ path, message }) => `${path.join('.') || 'the input'}: ${message}`);
    if (faults !== undefined) throw new AgentError(`${name} was called wrongly: ${faults.join('; ')}.`);
    const answer = await this.#handlers[name](data as never, signal);
    return typeof answer === 'string' ? answer : answerText(answer);
  }

  /** Interrupts runs that no call waits for. Resolves when they are written. */
  async close(): Promise<void> {
    for (const abort of this.#going.values()) abort.abort('interrupted');
    await Promise.allSettled(this.#going.keys());
  }

  async #describe(path: string): Promise<AgentAnswer> {
    const { text, history } = await this.host.prompt(path);
    const file = readPromptFile(path, text);
    const { targets = [], guards = [] } = file.defaults;
    const rules = promptRules(file).map(
      ({ number, text: rule, from, to, kept = '' }) =>
        `${number}. lines ${from} to ${to}${kept && `, to be kept (${kept})`}: ${boundedText(rule, 160)}`,
    );
    const runs = history.runs.slice(0, mostListed).map(({ id, status, revision, tutor, purpose = '', summary }) => {
      const { title = 'no score', value = '', n = 0 } = (summary && summaryHeadline(summary)) ?? {};
      return `- ${id} ${status} ${purpose}, revision ${shortenRevision(revision)}, tutor ${tutor}: ${title} ${value}, n ${n}`;
    });
    const lines = [
      `Revision ${shortenRevision(file.revision)}, with ${rules.length} rules.`,
      ...file.problems.map(({ severity, message }) => `${severity}: ${message}`),
      `Targets: ${targets.join(', ') || 'the headline metrics'}. Guards: ${guards.join(', ') || 'none'}.`,
      `Last of ${history.runs.length} runs:`,
      ...runs,
    ];
    return {
      text: lines.map((line) => boundedText(readableLine(line))).join('\n'),
      material: [{ title: 'rules of the prompt', text: boundedText(rules.join('\n'), 4_000) }],
      next: 'estimate_run, then evaluate_prompt with a maxCalls that the author agrees to.',
    };
  }

  async #estimate({ session, root, caps }: AgentPlan): Promise<AgentAnswer> {
    const manifest = { ...session.manifest, ...caps };
    // A comparison proves nothing for agents, and a confirmation would play other units.
    const estimate = { ...(await estimateByRecent(session, root)), provable: { edits: [], guards: [] } };
    const { level } = manifest.edits ?? {};
    const spent = level === undefined ? '' : ` ${spentWords(level)}`;
    const left = `Left to these tools: ${this.#callsLeft} calls. ${capSentences(caps).join(' ')}${spent}`;
    return {
      text: `${left}\n${estimateText(manifest, estimate)}`,
      next: 'Ask the author whether this cost is fine, then evaluate_prompt.',
    };
  }

  async #evaluate(input: AgentRunRequest & AgentInput<'evaluate_prompt'>, signal: AbortSignal): Promise<AgentAnswer> {
    // Most clients give a call a minute.
    const { waitSeconds = 45, ...request } = input;
    const maxCalls = Math.min(request.maxCalls, this.#callsLeft);
    const plan = maxCalls > 0 ? await this.host.plan({ ...request, maxCalls }) : undefined;
    signal.throwIfAborted();
    // Another call may have taken them meanwhile.
    if (plan === undefined || maxCalls > this.#callsLeft)
      throw new AgentError(`Of ${this.mostCalls()} calls in all ${this.#callsLeft} are left.`);
    this.#calls += maxCalls;
    const { runId } = plan.session.manifest;
    const abort = new AbortController();
    signal.addEventListener('abort', () => abort.abort('cancelled'));
    const ended = plan.play(abort.signal).finally(() => {
      this.#calls += spentOf(plan.session).calls - maxCalls;
      this.#going.delete(ended);
    });
    this.#going.set(ended, abort);
    const late = sleep(waitSeconds * 1_000, false, { ref: false });
    if (await Promise.race([ended.then(() => true), late])) return runFacts(await this.host.run(runId));
    return { text: `Run ${runId} is under way.`, next: `Call get_run for ${runId} until the run has ended.` };
  }
}

/** What a tool would run that may cost money; `undefined` for other tools and wrong input. */
export function paidRequest(name: AgentToolName, input: unknown): AgentRunRequest | undefined {
  const { data } = agentTools[name].input.safeParse(input);
  return data !== undefined && 'maxCalls' in data ? (data as AgentRunRequest) : undefined;
}
