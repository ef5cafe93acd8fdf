import { describe, expect, it } from 'vitest';
import { expectClose, goldenPath, loadGolden } from './goldenCases';

/**
 * Runs every case of a golden file by its metric's name. A name without a function fails, as does a function without a
 * case; where the file is missing the suite is skipped with the reason in its title.
 */
export function describeGolden(name: string, metrics: ReadonlyMap<string, (input: unknown) => unknown>): void {
  const golden = loadGolden(name);
  const reason = golden === undefined ? ` (skipped: ${goldenPath(name)} is not there)` : '';

  describe.skipIf(golden === undefined)(`golden cases: ${name}${reason}`, () => {
    const cases = golden?.cases ?? [];
    const compared = new Set<string>();

    it.each(cases)('$id: $why', ({ id, metric, input, expected }) => {
      const compute = metrics.get(metric);
      if (compute === undefined) {
        expect.fail(`No function stands for the metric "${metric}": add it to the table of this test.`);
      }
      compared.add(id);
      expectClose(compute(input), expected, golden?.tolerance ?? 0);
    });

    it('compared every case of the file and used every metric of the table', () => {
      expect(compared.size).toBe(cases.length);
      expect(cases.length).toBeGreaterThan(0);
      expect(new Set(cases.map((item) => item.metric))).toEqual(new Set(metrics.keys()));
    });
  });
}
