import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { DialoguePlan } from '../../../src/core/benchmark/dialogue';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy, studentPolicies } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { parseTemplate, type PromptTemplate } from '../../../src/core/prompt/promptTemplate';

/** The whole plan as text: system message, given messages, student turns, the modelled student, decoding, warnings. */
export function assembled(plan: DialoguePlan): string {
  return JSON.stringify(plan);
}

/** The words that go out, as a reader would search them. */
export function words(plan: DialoguePlan): string {
  const messages = [...plan.opening, ...plan.studentTurns].map(({ content }) => content);
  const { system = '', cues = [] } = plan.modelledStudent ?? {};
  return oneLine([plan.system, ...messages, system, ...cues].join('\n'));
}

/** A text with every run of white space as one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** How a prompt is played. */
export interface Way {
  readonly title: string;
  readonly template: PromptTemplate;
  readonly placement: Benchmark['placements']['default'];
  readonly policy: ProtocolPolicy;
}

/** Every placement, with files that use every variable and none, and with a modelled student if there is one. */
export function waysOf(benchmark: Benchmark): readonly Way[] {
  const { id, placements, variables } = benchmark;
  const templates = {
    'every variable': parseTemplate(`Teach.\n${variables.map(({ name }) => `{{${name}}}`).join('\n')}`),
    'no variable': parseTemplate('Teach.'),
  };
  const students = studentPolicies.find(({ benchmark: owner }) => owner === id)?.values ?? ['script'];
  return placements.allowed.flatMap((placement) =>
    Object.entries(templates).flatMap(([file, template]) =>
      students.map((student) => ({
        title: `${placement}, ${file}, ${String(student)}`,
        template,
        placement,
        policy: { ...defaultPolicy, student, theory: 'both' as const },
      })),
    ),
  );
}

/** The plan of a sample's first trial. */
export function planOf(benchmark: Benchmark, sample: Sample, { template, placement, policy }: Way): DialoguePlan {
  return benchmark.plan(sample, { template, placement }, policy, { repeat: 0, seed: 1 });
}
