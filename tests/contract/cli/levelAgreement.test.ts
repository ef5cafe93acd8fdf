import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { guideEvalSample } from '../../unit/guideeval/guideEvalFixtures';
import { useCommandLine } from './commandLine';
import { calibrated } from './printedCalibration';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** What people and the judge say of each reply; the judge has no readable word for `undefined`. */
const levels: readonly (readonly [people: number, judge: number | undefined])[] = [
  [0, 0],
  [0, 2],
  [1, 1],
  [1, 1],
  [1, 3],
  [1, undefined],
  [2, 1],
];

async function folder(): Promise<string> {
  const cwd = await cli().folder();
  const lines = levels.map(([people, judge], place) => {
    const gold = { perception: null, orchestration: null, elicitation: people };
    const reply = `Reply ${place} of level ${judge ?? 'none'}.`;
    const sample = guideEvalSample({ id: `s${place}` });
    return JSON.stringify({ ...sample, pairId: null, editType: null, gold: [{ ...gold, forReply: reply }] });
  });
  await writeFile(path.join(cwd, 'gold.jsonl'), `${lines.join('\n')}\n`);
  return cwd;
}

describe('calibrate guideeval', () => {
  it('tells the agreement on levels of questions for each level that people gave', async () => {
    server = await startModelServer({
      reply: ({ messages }) => {
        const level = /of level (\d|none)\./.exec(messages.map(({ text }) => text).join('\n'))?.[1] ?? 'none';
        return level === 'none' ? 'Hard to say.' : JSON.stringify({ reasoning: 'x', question_level: Number(level) });
      },
    });
    const cwd = await folder();
    const args = ['calibrate', 'guideeval', 'gold.jsonl', '--judge', 'openai:m', '--judge-base-url', server.url];
    const { out } = await cli().run([...args, '--json'], { cwd });
    expect(calibrated(out).reliability).toEqual([
      {
        id: 'levels',
        title: 'Elicitation by the level that people gave',
        columns: ['n', 'agree', 'deviation'],
        rows: [
          { title: 'level 0', cells: [2, 0.5, 1] },
          { title: 'level 1', cells: [4, 0.5, 2 / 3] },
          { title: 'level 2', cells: [1, 0, 1] },
          { title: 'level 3', cells: [0, null, null] },
        ],
      },
    ]);
    const text = await cli().run(args, { cwd });
    expect(text.out).toContain('Elicitation by the level that people gave');
    expect(text.out).toMatch(/^level 1 +4 +0\.500 +0\.667$/m);
    expect(text.out).toMatch(/^level 3 +0 +n\/a +n\/a$/m);
  });
});
