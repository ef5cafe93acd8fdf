import { describe, expect, it } from 'vitest';
import { proxiedFetch } from '../../../src/core/providers/proxiedFetch';

/** What became of a request; nobody listens on the proxy's port. */
async function outcome(env: Readonly<Record<string, string>>, address: string): Promise<unknown> {
  const fetched = proxiedFetch(env, () => Promise.resolve(new Response('direct')));
  return fetched(address).then(
    (response) => response.text(),
    (error: unknown) => ((error as Error).cause as { readonly port?: number } | undefined)?.port ?? error,
  );
}

const port = 9;
const proxy = `http://127.0.0.1:${port}`;

describe('a request', () => {
  it.each([
    [{}, 'https://a.example/v1'],
    [{ HTTP_PROXY: '' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy }, 'http://a.example/v1'],
    [{ HTTPS_PROXY: proxy }, 'https://localhost:11434/v1'],
    [{ HTTPS_PROXY: proxy }, 'https://127.8.0.1:11434/v1'],
    [{ HTTPS_PROXY: proxy }, 'https://[::1]:11434/v1'],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '*' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'b.example, A.example' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, no_proxy: 'example' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, no_proxy: '.example' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, no_proxy: '*.example:443' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, no_proxy: 'a.example', NO_PROXY: 'b.example' }, 'https://a.example/v1'],
  ])('goes directly under %j to %s', async (env, address) => {
    expect(await outcome(env, address)).toBe('direct');
  });

  it.each([
    [{ HTTP_PROXY: proxy }, 'http://a.example/v1'],
    [{ HTTP_PROXY: proxy }, 'https://a.example/v1'],
    [{ https_proxy: `127.0.0.1:${port}` }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy }, 'https://localhost.example/v1'],
    [{ HTTPS_PROXY: proxy }, 'https://127.0.0.1.example/v1'],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'ample, b.example, a.example:80' }, 'https://a.example/v1'],
    [{ HTTPS_PROXY: proxy, NO_PROXY: ',' }, 'https://a.example/v1'],
  ])('goes through the proxy under %j to %s', async (env, address) => {
    expect(await outcome(env, address)).toBe(port);
  });
});
