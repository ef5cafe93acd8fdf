import * as z from 'zod';
import type { Policies, PolicyDefinition, ProtocolPolicy } from '../benchmark/protocolPolicy';
import { guideEvalPolicies } from './guideeval/policies';
import { kmpDialoguePolicies } from './kmpDialogue/policies';
import { kmpSkillsPolicies } from './kmpSkills/policies';
import { mrPolicies } from './mrbench/policies';
import { socratesPolicies } from './socratesbench/policies';
import { tutorBenchPolicies } from './tutorbench/policies';

/** Every benchmark's choices by its id, in display order, the default first. It loads no definition, for `--help`. */
export const policiesById = {
  guideeval: guideEvalPolicies,
  mrbench: mrPolicies,
  socratesbench: socratesPolicies,
  'kmp-dialogue': kmpDialoguePolicies,
  'kmp-skills': kmpSkillsPolicies,
  tutorbench: tutorBenchPolicies,
} as const satisfies Readonly<Record<string, Policies>>;

export const benchmarkIds = Object.keys(policiesById) as [string, ...string[]];

/** A choice and the benchmark that has it. */
export type BenchmarkPolicy = PolicyDefinition & { readonly benchmark: string };

/** The choices of all benchmarks, by name. */
export const policies: ReadonlyMap<string, BenchmarkPolicy> = new Map(
  Object.entries<Policies>(policiesById).flatMap(([benchmark, own]) =>
    Object.entries(own).map(([name, definition]) => [name, { ...definition, benchmark }]),
  ),
);

/** A choice missing from a stored run did not exist then, so it has its default. */
export const protocolPolicySchema: z.ZodType<ProtocolPolicy> = z.object(
  Object.fromEntries([...policies].map(([name, { values }]) => [name, z.literal([...values]).default(values[0])])),
);

export const defaultPolicy: ProtocolPolicy = protocolPolicySchema.parse({});

/** Unknown values become the default. A preset resets all other choices of its benchmark. */
export function policyFrom(given: (definition: BenchmarkPolicy) => unknown): ProtocolPolicy {
  const chosen = [...policies].flatMap(([name, definition]) => {
    const wanted = given(definition);
    const value = definition.values.find((one) => one === wanted);
    return value === undefined ? [] : [{ name, definition, value }];
  });
  const preset = chosen.find(({ definition, value }) => isPreset(definition, value))?.definition;
  const kept = chosen.filter(({ definition }) => definition === preset || definition.benchmark !== preset?.benchmark);
  return protocolPolicySchema.parse(Object.fromEntries(kept.map(({ name, value }) => [name, value])));
}

/** The published protocol that was chosen as a whole, if any. */
export function presetOf(policy: ProtocolPolicy): { readonly benchmark: string; readonly preset: string } | undefined {
  const found = changed(policy).find(({ definition, value }) => isPreset(definition, value));
  return found && { benchmark: found.definition.benchmark, preset: String(found.value) };
}

function isPreset({ isPreset: ofWhole, values }: PolicyDefinition, value: unknown): boolean {
  return ofWhole === true && value !== values[0];
}

function changed(policy: ProtocolPolicy): readonly { name: string; definition: BenchmarkPolicy; value: unknown }[] {
  return [...policies].flatMap(([name, definition]) => {
    const value = policy[name] ?? definition.values[0];
    return value === definition.values[0] ? [] : [{ name, definition, value }];
  });
}

/** Choices of these benchmarks that are not the default, as `mrbench.oneJudgeCall: true`. */
export function changedChoices(policy: ProtocolPolicy, benchmarks: readonly string[]): readonly string[] {
  return changed(policy).flatMap(({ name, definition: { benchmark, setting = name }, value }) =>
    benchmarks.includes(benchmark) ? [`${setting}: ${String(value)}`] : [],
  );
}

export function calibrationNotes(policy: ProtocolPolicy): readonly string[] {
  return changed(policy).flatMap(({ definition: { calibrate } }) => calibrate?.note ?? []);
}

export function changesSamples(policy: ProtocolPolicy): boolean {
  return changed(policy).some(({ definition }) => definition.changesSamples);
}

/** An unknown choice may belong to any benchmark. */
export function isPolicyOf(policy: string, benchmark: string): boolean {
  return (policies.get(policy)?.benchmark ?? benchmark) === benchmark;
}

/** The choices that follow from naming the model that plays the student. */
export const studentPolicies = [...policies.values()].filter(({ studentSetting }) => studentSetting !== undefined);
export const [studentPolicy] = studentPolicies;

/** The policy of a run in which a model plays the student, or no model does. */
export function withStudent(policy: ProtocolPolicy, isModel: boolean): ProtocolPolicy {
  const own = [...policies].flatMap(([name, { studentSetting, values }]) =>
    studentSetting === undefined ? [] : [[name, isModel ? (values[1] ?? values[0]) : values[0]]],
  );
  return { ...policy, ...(Object.fromEntries(own) as ProtocolPolicy) };
}
