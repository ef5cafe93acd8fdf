import { describe, expect, it } from 'vitest';
import { connectionPrice, readConnections } from '../../../src/core/providers/connection';

const taken = new Set(['openai', 'ollama']);

function problemOf(name: string, given: unknown): string | undefined {
  return readConnections({ [name]: given }, taken).problems[0]?.problem;
}

describe('a connection', () => {
  it('needs an address only', () => {
    const { connections, problems } = readConnections({ box: { address: 'http://10.0.0.7:11434' } }, taken);
    expect(problems).toEqual([]);
    expect(connections).toEqual([
      {
        name: 'box',
        title: 'box',
        api: 'openai',
        baseUrl: 'http://10.0.0.7:11434/v1',
        needsKey: false,
        keyHeader: 'authorization',
        headers: {},
        query: {},
        parameters: {},
        prices: {},
      },
    ]);
  });

  it('needs a key where it names the variable of one', () => {
    const given = { address: 'https://a.example/v1', keyVariable: 'A_KEY' };
    expect(readConnections({ a: given }, taken).connections).toMatchObject([{ needsKey: true, keyVariable: 'A_KEY' }]);
  });

  it('may be at the provider’s own server, under another key', () => {
    const given = { address: 'https://api.openai.com/v1/', keyVariable: 'WORK_KEY' };
    expect(readConnections({ work: given }, taken).connections[0]?.baseUrl).toBeUndefined();
  });

  it('has the price of the model before that of all', () => {
    const [first] = readConnections(
      { a: { address: 'https://a.example', price: { input: 1, output: 2 }, prices: { big: { input: 3, output: 4 } } } },
      taken,
    ).connections;
    expect(first && [connectionPrice(first, 'big'), connectionPrice(first, 'constructor')]).toEqual([
      { input: 3, output: 4 },
      { input: 1, output: 2 },
    ]);
  });

  const address = 'https://a.example/v1';
  it.each([
    ['openai', { address }, /taken/],
    ['ollama', { address }, /taken/],
    ['Box', { address }, /lower-case/],
    ['__proto__x', { address }, /lower-case/],
    ['box', {}, /“address”/],
    ['box', { address: 'ftp://a.example' }, /no|not an http/],
    ['box', { address: 'https://me:word@a.example' }, /user name/],
    ['box', { address: 'https://a.example/v1?api-version=1' }, /“query”/],
    ['box', { address, adress: 1 }, /adress/],
    ['box', { address, api: 'gemini' }, /“api”/],
    ['box', { address, slots: 0 }, /“slots”/],
    ['box', { address, keyVariable: 'A KEY' }, /“keyVariable”/],
    ['box', { address, parameters: { effort: 'huge' } }, /“parameters.effort”/],
    ['box', { address, parameters: { extra: { model: 'x' } } }, /“parameters.extra”/],
    ['box', { address, price: { input: -1, output: 1 } }, /“price.input”/],
    ['box', { address, headers: { Host: 'b.example' } }, /“headers.Host”/],
    ['box', { address, headers: { 'Proxy-Authorization': 'x' } }, /“headers.Proxy-Authorization”/],
    ['box', { address, headers: { 'X-Forwarded-Host': 'b.example' } }, /“headers.X-Forwarded-Host”/],
    ['box', { address, headers: { 'Content-Length': '1' } }, /“headers.Content-Length”/],
    ['box', { address, headers: { 'X-A': 'one\r\nHost: b.example' } }, /“headers.X-A”/],
    ['box', { address, headers: { 'X-Api-Token': 'sk-literal' } }, /\$\{env:NAME\}/],
    ['box', { address, query: { key: 'sk-literal' } }, /secret/],
    ['box', { address, keyHeader: 'host' }, /“keyHeader”/],
  ])('named %s as %j is refused', (name, given, problem) => {
    expect(problemOf(name, given)).toMatch(problem);
  });

  it.each([[[]], ['text'], [undefined], [7]])('is not read from %j', (given) => {
    expect(readConnections(given, taken).problems).toHaveLength(1);
  });

  it('does not quote a secret that stands where none may', () => {
    expect(problemOf('box', { address, headers: { 'X-Api-Token': 'sk-literal-1a2b3c4d' } })).not.toContain(
      'sk-literal',
    );
    expect(problemOf('box', { address: 'https://me:sk-literal-1a2b@a.example' })).not.toContain('sk-literal');
  });
});
