import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { useCommandLine } from './commandLine';

const cli = useCommandLine();
const shown = z.strictObject({
  schemaVersion: z.literal(1),
  runs: z.array(
    z.looseObject({
      tutor: z.string(),
      judges: z.array(z.string()),
      simulated: z.boolean(),
      warnings: z.array(z.string()),
    }),
  ),
  comparison: z.looseObject({ answer: z.string(), comparable: z.boolean() }),
});

describe('example', () => {
  it('shows real replies with people’s labels and a decision, without a key, and leaves nothing behind', async () => {
    const cwd = await cli().folder();
    const { code, out, err } = await cli().run(['example'], { cwd });
    expect([code, err]).toEqual([0, '']);
    for (const tutor of ['Expert', 'GPT-4', 'Sonnet'])
      expect(out).toContain(`tutor recorded:${tutor} · judge people:MRBench`);
    expect(out).toMatch(/labels that\s+people gave/);
    expect(out).toMatch(/licence CC\s+BY-SA 4\.0/);
    expect(out).toMatch(/: Adopt: better at Not revealing the answer \(\+40\.0, /);
    expect(out).toMatch(/^Not revealing the answer, all dialogues\n +60\.0% +100\.0% +\+40\.0 .* better$/m);
    expect(out).not.toMatch(/unchecked|simulated;|\(simulated\)/);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('says the same as JSON', async () => {
    const { code, out } = await cli().run(['example', '--json']);
    expect(code).toBe(0);
    const { runs, comparison } = shown.parse(JSON.parse(out));
    expect(runs.map(({ tutor, judges, simulated }) => [tutor, judges, simulated])).toEqual(
      ['recorded:Expert', 'recorded:GPT-4', 'recorded:Sonnet'].map((tutor) => [tutor, ['people:MRBench'], false]),
    );
    expect(comparison.answer).toMatch(/: Adopt: better at Not revealing the answer/);
  });
});
