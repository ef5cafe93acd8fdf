import type { PromptProblem } from '../prompt/promptTemplate';
import { frontMatterBlock, rangeOfKey } from '../prompt/frontMatter';
import type { PromptFile } from '../prompt/promptFile';
import { nearest } from '../prompt/variableProblems';
import { t } from '../text/countWords';
import { headlineTargets, readMetricName } from './aims';
import type { Benchmarks } from './benchmark';

/** Targets and guards in the front matter that name no metric, or one that a prompt cannot aim at. They block a run. */
export function aimProblems(
  { text, defaults }: Pick<PromptFile, 'text' | 'defaults'>,
  benchmarks: Benchmarks,
): readonly PromptProblem[] {
  const block = frontMatterBlock(text);
  if (block === undefined) return [];
  const { yaml, offset, end } = block;
  const known = [...benchmarks.values()].flatMap(({ id, metrics }) => metrics.map((metric) => `${id}/${metric.id}`));
  const targets = new Set<string>();
  return (['target', 'guard'] as const).flatMap((key) =>
    (defaults[`${key}s`] ?? []).flatMap((name): readonly PromptProblem[] => {
      const line = rangeOfKey(yaml, `${key}s`, offset) ?? rangeOfKey(yaml, key, offset) ?? { start: offset, end };
      const at = text.slice(line.start, line.end).indexOf(name);
      const range = at < 0 ? line : { start: line.start + at, end: line.start + at + name.length };
      const say = (message: string, near?: string): readonly PromptProblem[] => [
        { severity: 'error', message, range, ...(near === undefined ? {} : { fix: { range, text: near } }) },
      ];
      if (name === headlineTargets && key === 'target') return [];
      const read = readMetricName(name, benchmarks);
      if ('problem' in read) {
        const near = nearest(name, known);
        if (near === undefined || near === name) return say(read.problem);
        return say(t`${read.problem} Did you mean ${near}?`, at < 0 ? undefined : near);
      }
      if (key === 'target') targets.add(read.name);
      else if (targets.has(read.name)) return say(t`“${name}” is a target already. A target that gets worse counts.`);
      return [];
    }),
  );
}
