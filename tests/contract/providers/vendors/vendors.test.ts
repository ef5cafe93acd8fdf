import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { type PlayedBehaviour, playBehaviour } from './playBehaviour';
import { vendorsPage } from './vendorsPage';

const folder = join(import.meta.dirname, 'behaviours');
const behaviours = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as PlayedBehaviour[],
);

describe('what vendors and home servers answer', () => {
  it.each(behaviours.map((behaviour) => [behaviour.id, behaviour] as const))('%s', async (_, behaviour) => {
    const { says, quotes, waits = 0, tokens, lostTokens = 0, ...then } = behaviour.then;
    const play = await playBehaviour(behaviour);
    expect(play).toMatchObject({ ...then, waits });
    expect({ reply: play.reply ?? '', askedMs: play.askedMs }).toEqual({
      reply: then.reply ?? '',
      askedMs: then.askedMs,
    });
    expect(play.counted).toBe(tokens);
    expect(play.paid - (play.counted ?? 0)).toBe(lostTokens);
    if (says !== undefined) expect(play.says).toContain(says);
    if (quotes !== undefined) expect(play.says).toContain(quotes);
  });

  it('are at least 60, each with a public source', () => {
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
    expect(behaviours.length).toBeGreaterThanOrEqual(60);
    for (const { id, source } of behaviours)
      expect(`${id} ${source}`).toMatch(/ (?:https:\/\/\S+$|SDK types of \S+ [\d.]+$)/);
  });

  it('loses and pays nothing in silence', () => {
    for (const { id, then } of behaviours) {
      const isTold = then.says !== undefined || then.kind === 'refusal' || then.kind === 'noText';
      if (then.lostTokens !== undefined || then.reply === undefined)
        expect([id, isTold || then.kind === 'truncated']).toEqual([id, true]);
      // Several requests are fine only if the earlier ones cost nothing or the user is told.
      if (then.requests > 1)
        expect([id, then.sent !== undefined || then.waits !== undefined || then.lostTokens === undefined]).toEqual([
          id,
          true,
        ]);
    }
  });

  it('stand in the README of this folder', async () => {
    const path = join(import.meta.dirname, 'README.md');
    const page = await format(vendorsPage(behaviours), { ...(await resolveConfig(path)), parser: 'markdown' });
    // `vitest -u` writes it.
    await expect(page).toMatchFileSnapshot(path);
  });
});
