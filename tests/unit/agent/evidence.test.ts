import { describe, expect, it } from 'vitest';
import { metricName } from '../../../src/core/benchmark/aims';
import type { MeanMetric } from '../../../src/core/benchmark/metric';
import { comparisonFacts } from '../../../src/core/agent/comparisonFacts';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, ComparisonOptions } from '../../../src/core/compare/comparison';
import { decisionOf } from '../../../src/core/compare/decision';
import type { RunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { toyBenchmark, type ToySample } from '../report/reportFixture';
import { comparedSession, movedMetric, oneTrial, options } from '../compare/comparedSessions';

interface Parts {
  readonly text?: string;
  readonly manifest?: Partial<RunManifest>;
  readonly options?: Partial<ComparisonOptions>;
}

function compared(
  targets: readonly MeanMetric<ToySample>[],
  guards: readonly MeanMetric<ToySample>[],
  { text = 'Ask first.', manifest, options: given }: Parts = {},
): Comparison {
  const names = (metrics: readonly MeanMetric<ToySample>[]): readonly string[] =>
    metrics.map((one) => metricName(toyBenchmark.id, one));
  const [before, after] = [0, 1].map((label) => {
    const session = comparedSession({
      trials: oneTrial(new Array<number>(40).fill(label)),
      metrics: [...targets, ...guards],
      manifest: { aims: { targets: names(targets), guards: names(guards) }, ...manifest },
    });
    const prompt = { ...session.manifest.prompt, revision: `sha256:${label === 0 ? 'Hello.' : text}` };
    return { ...session, manifest: { ...session.manifest, prompt } };
  }) as [RunSession, RunSession];
  return compareRuns(before, after, { ...options, ...given });
}

const better = movedMetric('Better', [0, 1], 40);
const open = movedMetric('Open', [0, 1], 5);
const worse = movedMetric('Worse', [1, 0], 40);
const same = movedMetric('Same', [1, 1], 40);

function lastLines(comparison: Comparison): readonly string[] {
  return comparisonFacts({ comparison }).split('\n').slice(-2);
}

describe('what an agent may say of an edit', () => {
  it('is a hint, and nothing of adopting, where the decision is to adopt', () => {
    const comparison = compared([better], [same]);
    expect(decisionOf(comparison)?.kind).toBe('adopt');
    expect(comparisonFacts({ comparison })).toMatch(/better at Better[^]*Nobody counts/);
    expect(comparisonFacts({ comparison })).not.toMatch(/adopt/i);
    expect(lastLines(comparison)).toEqual(['evidence: promising', expect.stringMatching(/only confirm_edit/)]);
  });

  it('is a hint where a guard is open', () => {
    const comparison = compared([better], [movedMetric('Guard', [1, 0], 5)]);
    expect(decisionOf(comparison)?.kind).toBe('notSettled');
    expect(lastLines(comparison)[0]).toBe('evidence: promising');
  });

  it('is at most a hint where targets were named afterwards or the baseline was chosen', () => {
    const afterwards = compared([better, open], [], {
      options: { aims: { targets: [metricName(toyBenchmark.id, better)], guards: [] } },
    });
    expect(decisionOf(afterwards)?.kind).toBe('chosenAfterwards');
    expect(lastLines(afterwards)[0]).toBe('evidence: promising');
    const lucky = compared([better], [same], { options: { chosen: { chosenBy: [], warning: 'Play it again.' } } });
    expect(lastLines(lucky)[0]).toBe('evidence: promising');
    expect(lastLines(lucky)[1]).toContain('run the baseline again first');
  });

  it.each([
    ['reject', [worse], [same]],
    ['tradeOff', [better, worse], [same]],
    ['notSettled', [open], [same]],
  ] as const)('is nothing at %s', (kind, targets, guards) => {
    const comparison = compared(targets, guards);
    expect(decisionOf(comparison)?.kind).toBe(kind);
    expect(lastLines(comparison)).toEqual(['evidence: none', expect.stringMatching(/no improvement/)]);
  });

  it('is nothing about two runs of one prompt, however different', () => {
    const comparison = compared([better], [same], { text: 'Hello.' });
    expect(decisionOf(comparison)?.kind).toBe('adopt');
    expect(lastLines(comparison)).toEqual(['evidence: none', expect.stringMatching(/same prompt/)]);
  });

  it('is nothing where a model is simulated, even if the comparison was allowed', () => {
    const tutor = { provider: 'offline', model: 'offline', simulated: true };
    const comparison = compared([better], [same], { manifest: { tutor }, options: { allowSimulated: true } });
    expect(decisionOf(comparison)?.kind).toBe('adopt');
    expect(lastLines(comparison)).toEqual(['evidence: none', expect.stringMatching(/real models.*\(tutor\)/)]);
  });
});
