import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { estimateSchema, evaluated } from './printedJson';
import { tutoringServer } from './tutoringServer';

const cli = useCommandLine();
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A workspace with a file of models and the arguments of an evaluation at a server of one's own. */
async function prepare(models: unknown, options: Parameters<typeof tutoringServer>[0] = {}) {
  server = await tutoringServer(options);
  const cwd = await cli().workspace();
  const text = typeof models === 'string' ? models : JSON.stringify({ models });
  await writeFile(path.join(cwd, 'models.json'), text);
  const addresses = ['--tutor-base-url', server.url, '--judge-base-url', server.url];
  const args = ['tutor.md', '--json', '--limit', '3', '--tutor', 'openai:m', '--judge', 'openai:m', ...addresses];
  return { cwd, args, server };
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a cap on cost for a model without a price', () => {
  it('is refused before anything is sent, and says how to give a price', async () => {
    const { cwd, args, server: started } = await prepare([]);
    for (const command of ['evaluate', 'estimate']) {
      const ended = await cli().run([command, ...args, '--max-cost', '1'], { cwd });
      expectRefusal(ended, /A cap of \$1 cannot be held for openai:m: .*"models": \["m"\].*--models FILE/);
    }
    expectRefusal(
      await cli().run(['evaluate', 'tutor.md', '--tutor', 'openai:gpt-4', '--max-cost', '1'], { cwd }),
      /cannot be held for openai:gpt-4: its price is not known/,
    );
    expect(started.calls).toBe(0);
  });

  it('holds by the price of a file of one’s own, named before or after the command or by the environment', async () => {
    // A call at this server has some hundred tokens of input; each may have 2,048 tokens of output.
    const { cwd, args, server: started } = await prepare([{ models: ['m'], price: { input: 100, output: 100 } }]);
    const plain = ['--tutor-effort', 'none', '--judge-effort', 'none'];
    const refused = await cli().run(['evaluate', ...args, '--max-cost', '0.6', '--models', 'models.json'], { cwd });
    expect(refused.out + refused.err).toMatch(/One call alone may cost \$2\.\d\d, most of it for hidden reasoning/);
    expect(started.calls).toBe(0);
    const capped = ['evaluate', ...args, ...plain, '--max-cost', '0.6', '--models', 'models.json'];
    const ended = await cli().run(capped, { cwd });
    expect([ended.code, evaluated(ended.out).status]).toEqual([3, 'overBudget']);
    expect(evaluated(ended.out).cost.usd).toBeLessThanOrEqual(0.6);
    expect(started.calls).toBeGreaterThan(0);
    const estimates = await Promise.all([
      cli().run(['--models', 'models.json', 'estimate', ...args], { cwd }),
      cli().run(['estimate', ...args], { cwd, env: { TUTOR_PROMPT_LAB_MODELS: 'models.json' } }),
      cli().run(['estimate', ...args], { cwd }),
    ]);
    const [before, byEnvironment, without] = estimates.map(({ out }) => estimateSchema.parse(JSON.parse(out)).cost.usd);
    expect(before?.high).toBeGreaterThan(0);
    expect(byEnvironment).toEqual(before);
    expect(without).toBeNull();
  });

  it('holds where the server tells no tokens, and the report says so', async () => {
    const own = [{ models: ['m'], price: { input: 100, output: 100 } }];
    const { cwd, args } = await prepare(own, { usage: null });
    const ended = await cli().run(
      [
        'evaluate',
        ...args,
        '--tutor-effort',
        'none',
        '--judge-effort',
        'none',
        '--max-cost',
        '1.5',
        '--models',
        'models.json',
      ],
      { cwd },
    );
    expect([ended.code, evaluated(ended.out).status]).toEqual([3, 'overBudget']);
    expect(JSON.stringify(evaluated(ended.out).warnings)).toContain('answered without a count of tokens');
  });
});

describe('a file of models', () => {
  it.each([
    ['{"models": [\n  {"models": ["m"] "price": 1}\n]}', /models\.json is not valid JSON in line 2: /],
    [[{ models: ['m'], price: { input: -1, output: 1 } }], /models\[0\]\.price\.input: /],
    [[{ models: ['m'], prize: 1 }], /models\[0\]: .*"prize"/],
    [[{ models: ['m'], shutdown: 'soon' }], /models\[0\]\.shutdown: /],
  ])('that cannot be used is refused with the place of the fault: %j', async (models, message) => {
    const { cwd, args, server: started } = await prepare(models);
    expectRefusal(await cli().run(['--models', 'models.json', 'evaluate', ...args], { cwd }), message);
    expect(started.calls).toBe(0);
  });

  it('that is not there is refused', async () => {
    expectRefusal(await cli().run(['runs', '--models', 'none.json']), /The models file none\.json does not exist/);
  });
});

describe('a model that is shut down', () => {
  it('is named before the run, as is one that will be within 60 days', async () => {
    const { cwd, args } = await prepare([
      { models: ['m'], shutdown: dayFromNow(59) },
      { models: ['late'], shutdown: dayFromNow(62) },
      { models: ['gone'], shutdown: dayFromNow(-2) },
    ]);
    const evaluate = ['--models', 'models.json', 'evaluate', ...args];
    const soon = await cli().run(evaluate, { cwd });
    expect(soon.code).toBe(0);
    expect(soon.err).toContain(`warning: openai:m will be shut down on ${dayFromNow(59)} (announced as of `);
    expect(soon.err.match(/will be shut down/g)).toHaveLength(1);
    const again = await cli().run(
      ['judge', 'latest', '--models', 'models.json', '--json', '--judge', 'openai:gone', ...args.slice(-2)],
      { cwd },
    );
    expect(again.err).toContain(`warning: openai:gone was shut down on ${dayFromNow(-2)} `);
    const later = ['--models', 'models.json', 'estimate', 'tutor.md', '--tutor', 'openai:late'];
    expect((await cli().run(later, { cwd })).err).toBe('');
    const closed = await cli().run(['estimate', 'tutor.md', '--tutor', 'openai:o4-mini'], { cwd });
    expect(closed.err).toContain('openai:o4-mini was shut down on 2026-10-23');
  });
});
