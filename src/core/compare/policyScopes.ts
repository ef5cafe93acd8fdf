import { benchmarkIds, type BenchmarkId } from '../benchmarks/benchmark';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';

/** The benchmarks that a choice of protocol has to do with. */
const scopes: Partial<Record<keyof ProtocolPolicy, readonly BenchmarkId[]>> = {
  oneSentence: ['mrbench'],
  groundTruthToJudge: ['mrbench'],
  oneJudgeCall: ['mrbench'],
  theory: ['socratesbench'],
  parallelExampleCounts: ['socratesbench'],
  exposeAnswerKey: ['socratesbench'],
  student: ['socratesbench'],
  wholeConversation: ['socratesbench'],
  preset: ['socratesbench'],
  bothOrders: ['kmp-dialogue'],
  literalMrScore: ['kmp-skills'],
  clipPerSample: ['tutorbench'],
};

/** A choice that this table does not know may bear on any benchmark. */
export function benchmarksOfPolicy(policy: string): readonly BenchmarkId[] {
  return Object.hasOwn(scopes, policy) ? (scopes[policy as keyof ProtocolPolicy] ?? benchmarkIds) : benchmarkIds;
}

/** Choices that only add a figure beside the others: runs that differ in them are still alike. */
export const additivePolicies: ReadonlySet<string> = new Set<keyof ProtocolPolicy>(['literalMrScore']);
