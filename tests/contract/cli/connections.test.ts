import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import { startModelServer, type ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();
const keys = {
  OPENAI_API_KEY: 'sk-own-0a1b2c3d4e5f6g7h8i9j',
  ANTHROPIC_API_KEY: 'sk-ant-1b2c3d4e5f6g7h8i9j0a',
  GATEWAY_KEY: 'gw-2c3d4e5f6g7h8i9j0a1b',
  TEAM_TOKEN: 'team-3d4e5f6g7h8i9j0a1b2c',
};
const servers = closedAfterEach();

async function started(starting: Promise<ModelServer>): Promise<ModelServer> {
  const server = await starting;
  servers.push(server);
  return server;
}

/** Text of every file below `folder`, the connections aside. */
async function allText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(3);
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
}

function headersOf(server: ModelServer): string {
  return JSON.stringify(server.requests.map(({ headers }) => headers));
}

async function writeConnections(cwd: string, connections: object): Promise<string> {
  await writeFile(path.join(cwd, 'connections.json'), JSON.stringify(connections));
  return 'connections.json';
}

const smallRun = ['evaluate', 'tutor.md', '--json', '--limit', '1'];

describe('a run over two connections', () => {
  it('sends each key to its own server only, and keeps none', async () => {
    const [home, gateway] = [await started(judgingModelServer()), await started(judgingModelServer())];
    const cwd = await cli().workspace();
    const file = await writeConnections(cwd, {
      gateway: {
        address: gateway.url,
        keyVariable: 'GATEWAY_KEY',
        keyHeader: 'api-key',
        headers: { 'X-Team': 'tutors', 'X-Team-Token': 'is ${env:TEAM_TOKEN}' },
        parameters: { temperature: 0.25 },
        price: { input: 1, output: 2 },
      },
    });
    const models = ['--tutor', 'home:tutor-model', '--judge', 'gateway:judge-model'];
    const connections = ['--connection', `home=${home.url}/v1`, '--connection', file];
    const { code, out, err } = await cli().run([...smallRun, ...models, ...connections], { cwd, env: keys });
    expect([code, err.match(/^error/gm)]).toEqual([0, null]);
    expect(evaluated(out)).toMatchObject({ tutor: 'home:tutor-model', judges: ['gateway:judge-model'] });
    expect(home.calls).toBeGreaterThan(0);
    expect(gateway.calls).toBeGreaterThan(0);
    for (const { headers } of home.requests) expect(headers.authorization).toBeUndefined();
    for (const { headers } of gateway.requests) {
      expect(headers).toMatchObject({
        'api-key': keys.GATEWAY_KEY,
        'x-team': 'tutors',
        'x-team-token': `is ${keys.TEAM_TOKEN}`,
      });
      expect(headers.authorization).toBeUndefined();
    }
    for (const key of Object.values(keys)) {
      expect(headersOf(home)).not.toContain(key);
      expect(out + err + (await allText(cwd))).not.toContain(key);
    }
    expect(headersOf(gateway)).not.toMatch(new RegExp(`${keys.OPENAI_API_KEY}|${keys.ANTHROPIC_API_KEY}`));
    const manifest = await storedManifest(cwd);
    expect(manifest).toMatchObject({
      tutor: { provider: 'openai', connection: 'home', baseUrl: `${home.url}/v1` },
      judges: [
        { provider: 'openai', connection: 'gateway', baseUrl: `${gateway.url}/v1`, parameters: { temperature: 0.25 } },
      ],
    });
    expect(JSON.stringify(manifest)).not.toMatch(/x-team|api-key/i);
  });

  it('cleans replies and messages of the key and of secrets in headers, which a server may quote', async () => {
    const gateway = await started(
      startModelServer({
        fault: () => ({
          kind: 'status',
          status: 401,
          body: { error: { message: `Bad ${keys.GATEWAY_KEY} of ${keys.TEAM_TOKEN}` } },
        }),
      }),
    );
    const echo = await started(
      startModelServer({ reply: () => `You said ${keys.TEAM_TOKEN} and ${keys.GATEWAY_KEY}.` }),
    );
    const cwd = await cli().workspace();
    const about = { keyVariable: 'GATEWAY_KEY', headers: { 'X-Team': '${env:TEAM_TOKEN}' } };
    const file = await writeConnections(cwd, {
      gateway: { address: gateway.url, ...about },
      echo: { address: echo.url, ...about },
    });
    const args = [...smallRun, '--tutor', 'echo:m', '--judge', 'gateway:m', '--connection', file];
    const { code, out, err } = await cli().run(args, { cwd, env: keys });
    expect(code).toBe(2);
    expect(err).toContain(
      `gateway at ${gateway.url}/v1 refused the key (status 401). Run Set API Key or export GATEWAY_KEY.`,
    );
    const all = out + err + (await allText(cwd));
    for (const key of [keys.GATEWAY_KEY, keys.TEAM_TOKEN]) expect(all).not.toContain(key);
  });

  it('makes no run where a key or a variable of a header is missing', async () => {
    const gateway = await started(judgingModelServer());
    const cwd = await cli().workspace();
    const file = await writeConnections(cwd, {
      gateway: { address: gateway.url, keyVariable: 'GATEWAY_KEY' },
      headed: { address: gateway.url, headers: { 'X-Team': '${env:TEAM_TOKEN}' } },
      unnamed: { address: gateway.url, needsKey: true },
    });
    const errors = [];
    for (const tutor of ['gateway:m', 'headed:m', 'unnamed:m']) {
      const { code, err } = await cli().run([...smallRun, '--tutor', tutor, '--connection', file], { cwd });
      expect(code).toBe(2);
      errors.push(/^error: .*$/m.exec(err)?.[0]);
    }
    expect(errors).toEqual([
      'error: gateway needs a key. Run Set API Key or export GATEWAY_KEY.',
      'error: The connection “headed” needs the variable TEAM_TOKEN, which is not set. Export it.',
      'error: unnamed needs a key. Run Set API Key; for the command line, add “keyVariable” to the connection and export that variable.',
    ]);
    expect(gateway.calls).toBe(0);
  });
});

describe('a key of a provider', () => {
  it.each([
    ['an option', (url: string) => ({ args: ['--tutor-base-url', url], env: keys })],
    ['a variable', (url: string) => ({ args: [], env: { ...keys, OPENAI_BASE_URL: url } })],
  ])('does not go to another server that %s names, which is told', async (_, place) => {
    const server = await started(
      startModelServer({ fault: () => ({ kind: 'status', status: 401, body: { error: { message: 'No.' } } }) }),
    );
    const { args, env } = place(server.url);
    const { code, err } = await cli().run([...smallRun, '--tutor', 'openai:tutor-model', ...args], {
      cwd: await cli().workspace(),
      env,
    });
    expect(code).toBe(2);
    expect(server.calls).toBeGreaterThan(0);
    expect(headersOf(server)).not.toMatch(/sk-own|sk-ant|gw-/);
    expect(err).toMatch(/asks for a key \(status 401\)\. No key was sent, because a key goes to its own provider only/);
  });
});

describe('a stored run over a connection', () => {
  it('goes on only where the user has that connection at that address', async () => {
    const [home, other] = [await started(judgingModelServer()), await started(judgingModelServer())];
    const cwd = await cli().workspace();
    const args = [...smallRun, '--tutor', 'home:tutor-model', '--max-calls', '1', '--connection', `home=${home.url}`];
    const first = await cli().run(args, { cwd });
    expect(first.code).toBe(3);
    expect(first.err).toContain(` --connection home=${home.url}`);
    const resume = (...more: string[]) =>
      cli().run(['resume', 'latest', '--json', '--max-calls', '90', ...more], { cwd });
    const [missing, moved, changed] = [
      await resume(),
      await resume('--connection', `home=${other.url}`),
      await resume('--connection', `home=${home.url}`, '--tutor-base-url', other.url),
    ];
    expect(missing.err).toContain('home:tutor-model goes through the connection “home”, which is not configured here.');
    expect(moved.err).toContain(`was at ${home.url}/v1; configured now is ${other.url}/v1.`);
    expect(changed.err).toContain('--tutor-base-url cannot be combined with home');
    expect([missing.code, moved.code, changed.code, home.calls, other.calls]).toEqual([2, 2, 2, 1, 0]);
    expect((await resume('--connection', `home=${home.url}`)).code).toBe(0);
    expect(home.calls).toBeGreaterThan(1);
  });

  it('takes no connection from its manifest', async () => {
    const [home, other] = [await started(judgingModelServer()), await started(judgingModelServer())];
    const cwd = await cli().workspace();
    const file = await writeConnections(cwd, { home: { address: home.url, keyVariable: 'GATEWAY_KEY' } });
    const args = [...smallRun, '--tutor', 'home:tutor-model', '--max-calls', '1', '--connection', file];
    expect((await cli().run(args, { cwd, env: keys })).code).toBe(3);
    const place = await manifestFile(cwd);
    const text = await readFile(place, 'utf8');
    const lies = [
      text.replaceAll(`${home.url}/v1`, `${other.url}/v1`),
      text.replaceAll('"connection": "home"', '"connection": "openai"'),
      text.replaceAll('"connection": "home"', '"connection": "offline"'),
      text.replace('"provider": "openai"', '"provider": "anthropic"'),
    ];
    for (const lie of lies) {
      expect(lie).not.toBe(text);
      await writeFile(place, lie);
      const resume = ['resume', 'latest', '--max-calls', '90', '--connection', file];
      expect((await cli().run(resume, { cwd, env: keys })).code).toBe(2);
    }
    expect([home.calls, other.calls]).toEqual([1, 0]);
  });
});

describe('--connection', () => {
  it.each([
    ['openai=http://127.0.0.1:1', /“openai”: This name is taken/],
    ['mistral=http://127.0.0.1:1', /“mistral”: This name is taken/],
    ['box=ftp://127.0.0.1:1', /not an http or https address/],
    ['box=http://me:word@127.0.0.1:1', /user name/],
    ['nothing.json', /does not exist/],
    ['tutor.md', /is not JSON/],
  ])('%s is refused in one line', async (given, line) => {
    const { code, err } = await cli().run([...smallRun, '--connection', given], { cwd: await cli().workspace() });
    expect(code).toBe(2);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(line);
  });

  it('does not go with a base URL for the same role', async () => {
    const args = [...smallRun, '--tutor', 'ollama:llama', '--tutor-base-url', 'http://127.0.0.1:1'];
    const { code, err } = await cli().run(args, { cwd: await cli().workspace() });
    expect([code, err]).toEqual([2, expect.stringContaining('--tutor-base-url cannot be combined with ollama')]);
  });
});

async function manifestFile(cwd: string): Promise<string> {
  const runs = path.join(cwd, '.tutor-prompt-lab', 'runs');
  const [run = ''] = await readdir(runs);
  return path.join(runs, run, 'run.json');
}

async function storedManifest(cwd: string): Promise<unknown> {
  return JSON.parse(await readFile(await manifestFile(cwd), 'utf8')) as unknown;
}
