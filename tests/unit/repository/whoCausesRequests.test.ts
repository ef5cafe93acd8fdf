import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPage, readTracked, repositoryRoot } from './markdownPage';

const heading = '## Who may cause a request, and to where';
const section = readPage('docs/privacy.md').text.split(heading)[1]?.split(/^## /m)[0] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the table of who may cause a request', () => {
  it('has its rows, each once', () => {
    const subjects = rows.map(([who = '']) => who);
    expect(subjects.length).toBeGreaterThan(12);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  it.each(rows)('%s: has its tests, which are there', (_who, what, ...tests) => {
    expect(what).not.toBe('');
    const links = [...tests.join('|').matchAll(/\]\(\.\.\/(tests\/[\w./]+\.(?:test|e2e|hostTest)\.ts)\)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((file) => !existsSync(path.join(repositoryRoot, file)))).toEqual([]);
  });
});

describe('the settings that decide where a key goes, and whether somebody is asked', () => {
  const sections = z
    .object({
      contributes: z.object({
        configuration: z.array(
          z.object({ properties: z.record(z.string(), z.object({ scope: z.string().optional() })) }),
        ),
      }),
    })
    .parse(JSON.parse(readTracked('package.json'))).contributes.configuration;
  const deciding = sections
    .flatMap(({ properties }) => Object.entries(properties))
    .filter(([id]) => /\.(?:baseUrl|connections|confirmBeforeSending)$/.test(id));

  it('are the user’s alone', () => {
    expect(deciding.length).toBeGreaterThanOrEqual(4);
    expect(deciding.filter(([, { scope }]) => scope !== 'application')).toEqual([]);
  });
});

describe('the sources', () => {
  const network =
    /from '(?:undici|node:(?:http|https|http2|net|tls|dgram|dns))'|(?<![.\w#])fetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|sendBeacon|createTelemetryLogger/;
  const files = ['src', 'webview'].flatMap((folder) =>
    readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]sx?$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );

  it('reach the network in the providers only: no telemetry, no look for updates', () => {
    const reaching = files.filter((file) => network.test(readTracked(file)));
    expect(reaching.length).toBeGreaterThan(0);
    expect(reaching.filter((file) => !file.startsWith('src/core/providers/'))).toEqual([]);
  });

  it('ask models of other extensions in one place', () => {
    // To register a tool asks no model.
    const asking = /\bvscode\.lm\b(?!\.registerTool\b)|\.sendRequest\(/;
    const reprompt = files.filter((file) => asking.test(readTracked(file)));
    expect(reprompt).toEqual(['src/vscode/models/editorModels.ts']);
  });
});
