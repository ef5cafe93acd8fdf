import { describe, expect, it } from 'vitest';
import { policyFlags, policyGiven } from '../../../src/cli/cliOptions';
import { createProgram } from '../../../src/cli/program';
import {
  benchmarkIds,
  defaultPolicy,
  isPolicyOf,
  policies,
  policiesById,
  policyFrom,
  presetOf,
  protocolPolicySchema,
} from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';

it('lists the choices that each benchmark of the registry has, each name once', () => {
  expect([...benchmarks].map(([id, benchmark]) => [id, benchmark.id])).toEqual(benchmarkIds.map((id) => [id, id]));
  expect([...benchmarks].map(([id, { policies: own = {} }]) => [id, own])).toEqual(Object.entries(policiesById));
  expect(policies.size).toBe([...benchmarks.values()].flatMap((one) => Object.keys(one.policies ?? {})).length);
});

describe.each([...policies])('the choice %s', (name, { benchmark, values }) => {
  it('is of one benchmark and has its default', () => {
    expect(benchmarkIds).toContain(benchmark);
    expect(benchmarkIds.filter((id) => isPolicyOf(name, id))).toEqual([benchmark]);
    expect(defaultPolicy).toHaveProperty(name, values[0]);
  });
});

const withOption = [...policies].flatMap(([name, { values, option }]) =>
  option === undefined ? [] : [{ name, values, option }],
);

describe('the options of choices', () => {
  it('lack only the student, who is named as a model', () => {
    const names = withOption.map(({ name }) => name);
    expect([...policies.keys()].filter((name) => !names.includes(name))).toEqual(['student']);
  });

  it.each(withOption)('make the choice $name', ({ name, values, option }) => {
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
  const policy = policyFrom(({ setting = '' }) => given.get(setting.replace(/.*\./, '')));
  expect(policy).toEqual({ ...defaultPolicy, preset: 'paper', clipPerSample: true });
  expect(presetOf(policy)).toEqual({ benchmark: 'socratesbench', preset: 'paper' });
  expect(presetOf(defaultPolicy)).toBeUndefined();
  expect(policyFlags(Object.fromEntries(given))).toContainEqual({
    flag: '--theory both',
    benchmark: 'socratesbench',
    isPreset: false,
  });
});
