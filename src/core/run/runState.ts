import type { ModelRole } from '../prompt/modelParameters';
import { costOf, priceOf } from '../providers/prices';
import type { GivenReplies, ManifestModel, RunModels } from '../store/runManifest';
import { hasGivenReplies, modelName, modelsOf } from '../store/runManifest';
import type { LookRecord, ReplyRecord, RunRecord, StatusRecord, StepRecord } from '../store/runRecord';
import type { Spending } from '../store/spendingLedger';
import { addSpending, type AttemptCaps, capsOf, nothingSpent } from './runCaps';
import { ItemState } from './workItem';

export type RunCounts = Record<keyof typeof noCounts, number>;

const noCounts = {
  tutorCalls: 0,
  studentCalls: 0,
  judgeCalls: 0,
  cachedCalls: 0,
  retries: 0,
  replies: 0,
  judgements: 0,
};

const noTokens = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0 };
export type ModelTokens = Readonly<Record<keyof typeof noTokens, number>>;

export interface JudgeUse {
  readonly calls: number;
  readonly cached: number;
  readonly tokens: ModelTokens;
  readonly usd: number;
}

export class RunState {
  readonly items = new Map<string, ItemState>();
  readonly counts: RunCounts = { ...noCounts };
  readonly tokens = new Map<string, ModelTokens>();
  /** Kept by record, because a sum of tokens does not tell the price of its day. */
  readonly usd = new Map<string, number>();
  /** Answered calls without a token count, so that their price is unknown. */
  readonly uncounted = new Map<string, number>();
  readonly judgeUse = new Map<string, JudgeUse>();
  readonly sentCalls = new Map<string, number>();
  unrecorded = nothingSpent;
  /** In the order in which they were decided. */
  readonly looks: LookRecord[] = [];
  status: StatusRecord | undefined;
  /** `undefined` where no attempt recorded caps. */
  caps: AttemptCaps | undefined;
  wallMs = 0;

  constructor(
    private readonly models: RunModels & GivenReplies,
    records: Iterable<RunRecord> = [],
  ) {
    for (const record of records) this.apply(record);
  }

  item(key: string): ItemState {
    let item = this.items.get(key);
    if (item === undefined) this.items.set(key, (item = new ItemState()));
    return item;
  }

  apply(record: RunRecord): void {
    if (record.kind === 'status') {
      this.status = record;
      // An earlier version used a clock that can be set back.
      this.wallMs += Math.max(0, record.wallMs ?? 0);
      if (record.caps !== undefined) this.caps = { caps: capsOf(record.caps), byHand: record.caps.byHand ?? [] };
      this.unrecorded = addSpending(this.unrecorded, record.unrecorded ?? nothingSpent);
      return;
    }
    if (record.kind === 'look') {
      this.looks.push(record);
      return;
    }
    const isNew = this.item(record.item).apply(record);
    const role = roleOf(record);
    const { usage, batch, calls, at } = record;
    this.counts[`${role}Calls`] += calls;
    this.counts.cachedCalls += record.cached;
    this.counts.retries += record.retries;
    const judgeModel = 'judgeModel' in record ? record.judgeModel : undefined;
    const { tutor, student, judges } = this.models;
    const asked = { tutor, student, judge: judges.find((one) => modelName(one) === judgeModel) }[role];
    const model = asked === undefined ? '' : modelName(asked);
    const add = (sums: Map<string, number>, more: number): void => void sums.set(model, (sums.get(model) ?? 0) + more);
    add(this.sentCalls, record.sent ?? calls + record.retries);
    if (usage !== undefined) this.tokens.set(model, addTokens(this.tokens.get(model), usage));
    const tokens = usage && { ...usage, batch };
    const usd = (asked && tokens && costOf(asked.model, tokens, asked.baseUrl, { calls, at, named: asked.price })) ?? 0;
    add(this.usd, usd);
    if (usage === undefined && calls > 0 && record.kind !== 'failed') add(this.uncounted, calls);
    if (role === 'judge') {
      const use = this.judgeUse.get(model) ?? { calls: 0, cached: 0, tokens: noTokens, usd: 0 };
      const made = { calls: use.calls + calls, cached: use.cached + record.cached, usd: use.usd + usd };
      this.judgeUse.set(model, { ...made, tokens: addTokens(use.tokens, usage) });
    }
    if (isNew && record.kind === 'reply') this.counts.replies += 1;
    if (isNew && record.kind === 'judged') this.counts.judgements += 1;
  }

  forgetFailures(): void {
    for (const item of this.items.values()) item.forgetFailures(hasGivenReplies(this.models));
  }
}

function addTokens(total: ModelTokens = noTokens, usage: ReplyRecord['usage']): ModelTokens {
  if (usage === undefined) return total;
  return {
    input: total.input + usage.input,
    output: total.output + usage.output,
    cachedInput: total.cachedInput + usage.cachedInput,
    cacheWrite: total.cacheWrite + (usage.cacheWrite ?? 0),
  };
}

export function roleOf(record: StepRecord): ModelRole {
  if (record.kind === 'failed') return record.role;
  return record.kind === 'judged' ? 'judge' : record.kind === 'student' ? 'student' : 'tutor';
}

export function spentOf({ manifest, state }: Readonly<{ manifest: RunModels; state: RunState }>): Spending {
  const models = new Map(modelsOf(manifest).map((model) => [modelName(model), model]));
  let spent = state.unrecorded;
  for (const model of models.values()) spent = addSpending(spent, { usd: usdOfModel(state, model) ?? 0, calls: 0 });
  for (const [name, calls] of state.sentCalls)
    if (models.get(name)?.simulated !== true) spent = addSpending(spent, { usd: 0, calls });
  return spent;
}

export function spentTogether(sessions: readonly Parameters<typeof spentOf>[0][]): Spending | undefined {
  if (sessions.length === 0) return undefined;
  return sessions.map(spentOf).reduce(addSpending);
}

/** `undefined` where its price is not known. */
export function usdOfModel(state: RunState, model: ManifestModel): number | undefined {
  if (priceOf(model.model, model.baseUrl, model.price) === undefined) return undefined;
  return state.usd.get(modelName(model)) ?? 0;
}
