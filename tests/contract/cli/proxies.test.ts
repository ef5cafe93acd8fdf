import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closed, listening, startConnectProxy, type ConnectProxy } from '../../loopback/connectProxy';
import { judgingModelServer } from '../../loopback/judgingModelServer';
import type { ModelServer } from '../../loopback/modelServer';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();
let server: ModelServer;
let proxy: ConnectProxy;
beforeEach(async () => {
  server = await judgingModelServer();
  proxy = await startConnectProxy(Number(new URL(server.url).port));
});
afterEach(async () => {
  await proxy.close();
  await server.close();
});

function runAt(address: string): string[] {
  const models = ['--tutor', 'there:tutor-model', '--judge', 'there:judge-model'];
  return ['evaluate', 'tutor.md', '--json', '--limit', '1', ...models, '--connection', `there=${address}`];
}

describe('the command line behind a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('goes through that of %s', async (name) => {
    const env = { [name]: proxy.url.replace('//', '//me:word@'), OPENAI_API_KEY: 'sk-own-0a1b2c3d4e5f6g7h8i9j' };
    const cwd = await cli().workspace();
    const { code, out, err } = await cli().run(runAt('http://models.example/v1'), { cwd, env });
    expect([code, err.includes('Warning')]).toEqual([0, false]);
    expect(evaluated(out).status).toBe('completed');
    expect(new Set(proxy.tunnels)).toEqual(new Set(['models.example:80']));
    expect(new Set(proxy.authorizations)).toEqual(new Set([`Basic ${Buffer.from('me:word').toString('base64')}`]));
    expect(JSON.stringify(server.requests)).not.toMatch(/sk-own|proxy-authorization/);
  });

  it('reaches servers of this machine without it', async () => {
    const cwd = await cli().workspace();
    const { code } = await cli().run(runAt(server.url), {
      cwd,
      env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url },
    });
    expect([code, proxy.tunnels.length]).toEqual([0, 0]);
    expect(server.calls).toBeGreaterThan(0);
  });

  it('takes an address that is none for a mistake, without quoting it', async () => {
    const env = { HTTPS_PROXY: 'socks5://me:word@127.0.0.1:1' };
    const { code, err } = await cli().run(runAt(server.url), { cwd: await cli().workspace(), env });
    expect(code).toBe(2);
    expect(err.trim()).toBe(
      'error: The variable HTTPS_PROXY is not the address of an http or https proxy. Write http://HOST:PORT, or unset it.',
    );
  });
});

describe('a server with a certificate of its own', () => {
  let secure: Server;
  let port: number;
  let certificate: string;
  const sockets = new Set<Socket>();
  beforeEach(async () => {
    const folder = await cli().folder();
    certificate = path.join(folder, 'cert.pem');
    const names = ['-subj', '/CN=models.example', '-addext', 'subjectAltName=DNS:models.example,IP:127.0.0.1'];
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names];
    execFileSync('openssl', [...make, '-keyout', path.join(folder, 'key.pem'), '-out', certificate], { stdio: 'pipe' });
    const [key, cert] = await Promise.all([readFile(path.join(folder, 'key.pem')), readFile(certificate)]);
    // It only takes off the encryption: the model server behind it answers.
    secure = createServer({ key, cert }, (socket) => {
      const onward = connect(Number(new URL(server.url).port), '127.0.0.1');
      for (const one of [socket, onward]) sockets.add(one.on('error', () => one.destroy()));
      onward.pipe(socket).pipe(onward);
    });
    port = await listening(secure);
  });
  afterEach(() => closed(secure, sockets));

  it('is taken with NODE_EXTRA_CA_CERTS, directly and through a proxy', async () => {
    const through = await startConnectProxy(port);
    const cwd = await cli().workspace();
    const certificates = { NODE_EXTRA_CA_CERTS: certificate };
    const direct = await cli().run(runAt(`https://127.0.0.1:${port}/v1`), { cwd, env: certificates });
    expect(direct.code).toBe(0);
    const answered = server.calls;
    expect(answered).toBeGreaterThan(0);
    const env = { ...certificates, HTTPS_PROXY: through.url };
    const proxied = await cli().run([...runAt('https://models.example/v1'), '--no-cache'], { cwd, env });
    await through.close();
    expect(proxied.code).toBe(0);
    expect(new Set(through.tunnels)).toEqual(new Set(['models.example:443']));
    expect(server.calls).toBeGreaterThan(answered);
  });
});
