import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectClose, goldenPath, loadGolden } from './goldenCases';

/** What the product does not compute: a metric of the golden file as a whole, or some fields of what is expected. */
export type NotShown = Readonly<Record<string, 'all' | readonly string[]>>;

/**
 * Runs every case of a golden file by its metric's name, but for what is `notShown`. A name without a function fails,
 * as does a function without a case; where the file is missing the suite is skipped with the reason in its title.
 */
export function describeGolden(
  name: string,
  metrics: ReadonlyMap<string, (input: unknown) => unknown>,
  notShown: NotShown = {},
): void {
  const golden = loadGolden(name);
  const reason = golden === undefined ? ` (skipped: ${goldenPath(name)} is not there)` : '';

  describe.skipIf(golden === undefined)(`golden cases: ${name}${reason}`, () => {
    const cases = (golden?.cases ?? []).filter(({ metric }) => notShown[metric] !== 'all');
    const compared = new Set<string>();

    it.each(cases)('$id: $why', ({ id, metric, input, expected }) => {
      const compute = metrics.get(metric);
      if (compute === undefined) {
        expect.fail(`No function stands for the metric "${metric}": add it to the table of this test.`);
      }
      compared.add(id);
      expectClose(compute(input), without(notShown[metric] ?? [], expected), golden?.tolerance ?? 0);
    });

    it('compared every case of the file and used every metric of the table', () => {
      expect(compared.size).toBe(cases.length);
      expect(cases.length).toBeGreaterThan(0);
      expect(new Set(cases.map((item) => item.metric))).toEqual(new Set(metrics.keys()));
      const named = (golden?.cases ?? []).map(({ metric }) => metric);
      expect(Object.keys(notShown).filter((metric) => !named.includes(metric))).toEqual([]);
    });
  });
}

/** What is expected, less the fields that the product does not show; each of them has to be there. */
function without(fields: 'all' | readonly string[], expected: unknown): unknown {
  const shown = Object.entries(z.record(z.string(), z.unknown()).safeParse(expected).data ?? {});
  if (fields.length === 0) return expected;
  for (const field of fields) expect(shown.map(([key]) => key)).toContain(field);
  return Object.fromEntries(shown.filter(([key]) => !fields.includes(key)));
}
