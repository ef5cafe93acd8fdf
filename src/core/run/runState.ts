import type { ModelRole } from '../prompt/modelParameters';
import { costOf, priceOf } from '../providers/prices';
import type { GivenReplies, ManifestModel, RunModels } from '../store/runManifest';
import { hasGivenReplies, modelName, modelsOf } from '../store/runManifest';
import type { LookRecord, RunRecord, StatusRecord, StepRecord } from '../store/runRecord';
import type { Spending } from '../store/spendingLedger';
import { addSpending, type AttemptCaps, capsOf, nothingSpent } from './runCaps';
import { ItemState } from './workItem';

const noUse = {
  calls: 0,
  cached: 0,
  retries: 0,
  /** Calls that reached the provider, also those without an answer. */
  sent: 0,
  /** Answered calls without a token count, so that their price is unknown. */
  uncounted: 0,
  /** Calls that a batch answered. */
  batched: 0,
  input: 0,
  output: 0,
  cachedInput: 0,
  cacheWrite: 0,
  /** By record, because a sum of tokens does not tell the price of its day. */
  usd: 0,
};
type UseName = keyof typeof noUse;
const useNames = Object.keys(noUse) as readonly UseName[];

export class RunState {
  readonly items = new Map<string, ItemState>();
  readonly counts = { replies: 0, judgements: 0 };
  readonly uses = new Map<string, Record<UseName, number> & { readonly role: ModelRole; readonly model: string }>();
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
    const { usage, batch, calls, cached, retries, at } = record;
    const judgeModel = 'judgeModel' in record ? record.judgeModel : undefined;
    const { tutor, student, judges } = this.models;
    const asked = { tutor, student, judge: judges.find((one) => modelName(one) === judgeModel) }[role];
    const model = asked === undefined ? '' : modelName(asked);
    const tokens = usage && { ...usage, batch };
    const usd = (asked && tokens && costOf(asked.model, tokens, asked.baseUrl, { calls, at, named: asked.price })) ?? 0;
    const uncounted = usage === undefined && record.kind !== 'failed' ? calls : 0;
    const batched = batch === true && record.kind !== 'failed' ? calls : 0;
    const more: Partial<Record<UseName, number>> = { ...usage, calls, cached, retries, uncounted, batched, usd };
    const use = this.uses.get(`${role} ${model}`) ?? { role, model, ...noUse };
    this.uses.set(`${role} ${model}`, use);
    use.sent += record.sent ?? calls + retries;
    for (const name of useNames) use[name] += more[name] ?? 0;
    if (isNew && record.kind === 'reply') this.counts.replies += 1;
    if (isNew && record.kind === 'judged') this.counts.judgements += 1;
  }

  /** What the model was used for, in this role or in all; all models together if none is named. */
  useOf(model?: string, role?: ModelRole): Readonly<Record<UseName, number>> {
    const sums = { ...noUse };
    for (const use of this.uses.values())
      if (use.model === (model ?? use.model) && use.role === (role ?? use.role))
        for (const name of useNames) sums[name] += use[name];
    return sums;
  }

  forgetFailures(): void {
    for (const item of this.items.values()) item.forgetFailures(hasGivenReplies(this.models));
  }
}

export function roleOf(record: StepRecord): ModelRole {
  if (record.kind === 'failed') return record.role;
  return record.kind === 'judged' ? 'judge' : record.kind === 'student' ? 'student' : 'tutor';
}

export function spentOf({ manifest, state }: Readonly<{ manifest: RunModels; state: RunState }>): Spending {
  const models = new Map(modelsOf(manifest).map((model) => [modelName(model), model]));
  let spent = state.unrecorded;
  for (const model of models.values()) spent = addSpending(spent, { usd: usdOfModel(state, model) ?? 0, calls: 0 });
  for (const { model, sent } of state.uses.values())
    if (models.get(model)?.simulated !== true) spent = addSpending(spent, { usd: 0, calls: sent });
  return spent;
}

export function spentTogether(sessions: readonly Parameters<typeof spentOf>[0][]): Spending | undefined {
  if (sessions.length === 0) return undefined;
  return sessions.map(spentOf).reduce(addSpending);
}

/** `undefined` where its price is not known. */
export function usdOfModel(state: RunState, model: ManifestModel): number | undefined {
  if (priceOf(model.model, model.baseUrl, model.price) === undefined) return undefined;
  return state.useOf(modelName(model)).usd;
}
