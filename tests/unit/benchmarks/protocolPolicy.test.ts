import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { policyFlags, policyGiven } from '../../../src/cli/cliOptions';
import { createProgram } from '../../../src/cli/program';
import {
  defaultPolicy,
  isPolicyOf,
  policies,
  policyFrom,
  presetOf,
  protocolPolicySchema,
} from '../../../src/core/benchmark/protocolPolicy';
import { benchmarkIds } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readTracked } from '../repository/markdownPage';

const property = z.object({
  default: z.unknown(),
  type: z.unknown(),
  enum: z.array(z.string()).optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
});
const { properties } = z
  .object({ contributes: z.object({ configuration: z.object({ properties: z.record(z.string(), property) }) }) })
  .parse(JSON.parse(readTracked('package.json'))).contributes.configuration;

it('offers every benchmark in the registry and in the settings', () => {
  expect([...benchmarks].map(([id, benchmark]) => [id, benchmark.id])).toEqual(benchmarkIds.map((id) => [id, id]));
  const setting = properties['tutorPromptLab.benchmarks'];
  expect(setting?.items?.enum).toEqual(benchmarkIds);
  expect(setting?.default).toEqual([benchmarkIds[0]]);
});

describe.each([...policies])('the choice %s', (name, { benchmark, values, setting, option }) => {
  it('is of a benchmark, and has the setting that package.json declares', () => {
    expect(benchmarkIds).toContain(benchmark);
    expect(benchmarkIds.filter((id) => isPolicyOf(name, id))).toEqual([benchmark]);
    expect(defaultPolicy).toHaveProperty(name, values[0]);
    if (setting === undefined) return;
    const declared = properties[`tutorPromptLab.${setting}`];
    expect(declared?.default).toBe(values[0]);
    if (typeof values[0] === 'string') expect(declared?.enum).toEqual(values);
    else expect(declared?.type).toBe('boolean');
  });

  it('is made by its option', () => {
    if (option === undefined) return;
    const actions = { models: () => Promise.resolve(), run: () => Promise.resolve(0) };
    const evaluate = createProgram('', actions, () => undefined).commands.find((one) => one.name() === 'evaluate');
    const flag = `--${values[0] === true ? 'no-' : ''}${option.name}`;
    const typed = typeof values[0] === 'string' ? [flag, String(values.at(-1))] : [flag];
    expect(evaluate?.parseOptions(typed).unknown).toEqual([]);
    expect(policyGiven(evaluate?.opts() ?? {})).toEqual({ ...defaultPolicy, [name]: values.at(-1) });
  });
});

it('takes what is no value of a choice for its default', () => {
  expect(policyFrom(() => 'perhaps')).toEqual(defaultPolicy);
  expect(protocolPolicySchema.safeParse({ theory: 'perhaps' }).success).toBe(false);
});

it('leaves nothing of a benchmark to choose beside its preset', () => {
  const given = new Map<string, unknown>([
    ['preset', 'paper'],
    ['theory', 'both'],
    ['clipPerSample', true],
  ]);
  const policy = policyFrom((_definition, name) => given.get(name));
  expect(policy).toEqual({ ...defaultPolicy, preset: 'paper', clipPerSample: true });
  expect(presetOf(policy)).toEqual({ benchmark: 'socratesbench', preset: 'paper' });
  expect(presetOf(defaultPolicy)).toBeUndefined();
  expect(policyFlags(Object.fromEntries(given))).toContainEqual({
    flag: '--theory both',
    benchmark: 'socratesbench',
    isPreset: false,
  });
});
