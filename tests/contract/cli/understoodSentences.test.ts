import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();

const spanish = `Eres un tutor socrático paciente y amable.

- No des nunca la respuesta final ni la solución completa.
- Haz una sola pregunta en cada turno.
- Si el alumno se equivoca, señala con amabilidad dónde está el error.
`;

async function evaluate(prompt: string, ...options: readonly string[]) {
  const cwd = await cli().workspace(prompt);
  return { cwd, ...(await cli().run(['evaluate', 'tutor.md', '--limit', '2', ...options], { cwd })) };
}

describe('what a simulated tutor understood', () => {
  it('stands above the table with the lines of the file', async () => {
    const { code, out } = await evaluate('---\nlimit: 2\n---\n\nYou are a tutor.\nNever give the answer.\nBe kind.\n');
    expect(code).toBe(0);
    expect(out).toContain('The simulation understood 2 of 3 sentences');
    expect(out).toContain('Line 5: not understood – “You are a tutor.”');
    expect(out).toContain('Line 6: holds back the answer – “Never give the answer.”');
    expect(out.indexOf('Line 6')).toBeLessThan(out.indexOf('metric  '));
  });

  it.each([
    ['a prompt in Spanish', spanish],
    ['a prompt that wants the answer', 'Just give the answer, do not ask questions\n'],
    ['a prompt that forbids holding back', 'Do not hold back the final answer\n'],
    ['a prompt without a rule', 'You are a tutor.\n'],
  ])('gives %s no scores in any form, and says why', async (_, prompt) => {
    const { code, out, err, cwd } = await evaluate(prompt, '--html', 'report.html');
    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('so there are no scores: they would say nothing about it.');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('--tutor PROVIDER:MODEL');
    expect(out).not.toContain('metric ');
    expect(out).not.toContain('unscored');
    expect(err).toContain('There are no scores');
    const html = await readFile(path.join(cwd, 'report.html'), 'utf8');
    expect(html).toContain('not understood');
    expect(html).not.toContain('<table');
    expect(html).not.toContain('worst first');
    // The replies can be read.
    expect(html).toContain('class="case"');
    for (const format of ['markdown', 'csv', 'json', 'junit']) {
      const shown = await cli().run(['report', 'latest', '--format', format], { cwd });
      expect(shown.out).not.toMatch(/Worst cases|"outcome"|<failure|,undesired,/);
    }
  });

  it('is in the JSON, whose metrics are empty where nothing was understood', async () => {
    const some = evaluated((await evaluate('You are a tutor.\nBe kind.\n', '--json')).out);
    expect(some.understood).toEqual({
      understood: 1,
      of: 2,
      sentences: [
        { line: 1, text: 'You are a tutor.', does: null },
        { line: 2, text: 'Be kind.', does: 'encourages' },
      ],
    });
    expect(some.benchmarks[0]?.metrics.length).toBeGreaterThan(0);
    const none = evaluated((await evaluate(spanish, '--json')).out);
    expect(none.understood).toMatchObject({ understood: 0, of: 4 });
    expect(none.benchmarks[0]).toMatchObject({ completed: 4, metrics: [] });
  });

  it('fails a lower bound where there are no scores', async () => {
    const { code, err } = await evaluate('You are a tutor.\n', '--fail-under', 'P-Redirect=0.1', '--allow-simulated');
    expect(code).not.toBe(0);
    expect(err).toContain('P-Redirect=0.1');
  });
});
