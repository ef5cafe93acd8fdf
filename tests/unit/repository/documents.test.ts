import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CliActions, createProgram } from '../../../src/cli/program';
import { adaptiveSlots } from '../../../src/core/run/sharedLimiters';
import { rowOf, tableAsOf } from '../../../src/core/providers/modelFacts';
import { providerRegistry } from '../../../src/core/providers/providerRegistry';
import { anchorsOf, documentPages, readPage, readTracked, relativeLinks, repositoryRoot } from './markdownPage';

const manifest = z
  .object({
    version: z.string(),
    scripts: z.record(z.string(), z.string()),
    contributes: z.object({
      commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })).min(1),
      configuration: z.array(
        z.object({ properties: z.record(z.string(), z.object({ markdownDescription: z.string() })) }),
      ),
    }),
  })
  .parse(JSON.parse(readTracked('package.json')));
const nls = z.record(z.string(), z.string()).parse(JSON.parse(readTracked('package.nls.json')));
const { commands, configuration } = manifest.contributes;
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
const pages = documentPages();
const everything = pages.map(({ text }) => text).join('\n');

/** What a `%key%` of the manifest stands for. */
function localized(text: string): string {
  return text.replace(/^%(.+)%$/, (_, key: string) => nls[key] ?? text);
}

describe.each(pages.map((page) => [page.file, page] as const))('%s', (file, page) => {
  it('links to files and headings that are there', () => {
    const broken = relativeLinks(page).filter((link) => {
      const [target = '', anchor] = link.split('#');
      const linked = target === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(target));
      if (!existsSync(path.join(repositoryRoot, linked))) return true;
      return anchor !== undefined && !anchorsOf(readPage(linked)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names scripts that exist', () => {
    const named = [...page.text.matchAll(/npm run ([a-z][\w:-]*)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  it('names settings and commands that exist, commands by their titles', () => {
    const known = new Set([...settings.map(([id]) => id), ...commands.map(({ command }) => command)]);
    // The panel's type is no command, and has its place in the account of activation.
    known.add('tutorPromptLab.results');
    const ids = [...page.text.matchAll(/tutorPromptLab\.[A-Za-z]+(?:\.[A-Za-z]+)*/g)].map((match) => match[0]);
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    const titles = new Set(commands.map(({ category, title }) => `${category}: ${localized(title)}`));
    const shown = [...page.prose.matchAll(/\*\*(Tutor Prompt:[^*]+)\*\*/g)].map((match) =>
      (match[1] ?? '').replace(/\s+/g, ' '),
    );
    expect(shown.filter((title) => !titles.has(title))).toEqual([]);
  });
});

describe('calls in flight', () => {
  it.each([
    ['package.nls.json', /A run starts with (\d+)/],
    ['docs/architecture.md', /it starts at (\d+) calls in flight/],
    ['CHANGELOG.md', /Calls in flight begin with (\d+)/],
    ['bench/README.md', /a run begins with (\d+) calls in flight/],
    ['bench/oneCriterionRun.mjs', /Math\.min\((\d+), this\.#slots\)/],
  ])('%s says how many a run begins with', (file, saying) => {
    expect(saying.exec(readTracked(file))?.[1]).toBe(String(adaptiveSlots.start));
  });
});

describe('models that are offered or named as examples', () => {
  const panel = readTracked('webview/judges/judgesView.ts');
  const places = [...pages.filter(({ file }) => file !== 'CHANGELOG.md').map(({ text }) => text), panel];
  const texts = [...places, readTracked('package.json'), JSON.stringify(nls)].join('\n');
  const named = [...texts.matchAll(/\b(?:gpt-\d[\w.-]*\w|claude-[a-z]+-\d[\w-]*|gemini-\d[\w.-]*\w)/g)].map(
    ([name]) => name,
  );
  const offered = providerRegistry.flatMap(({ suggestions }) => suggestions);

  it.each([...new Set([...named, ...offered])])('%s is in the table and lives for another 90 days', (name) => {
    const row = rowOf(name, name.startsWith('gemini') ? 'https://generativelanguage.googleapis.com' : undefined);
    expect(row?.price).toBeDefined();
    const days = (Date.parse(row?.shutdown ?? '9999-01-01') - Date.parse(tableAsOf)) / 86_400_000;
    expect(days).toBeGreaterThan(90);
  });
});

describe('package.json', () => {
  it('has a text for every key, and no text without a key', () => {
    const keys = [...readTracked('package.json').matchAll(/"%([\w.-]+)%"/g)].map((match) => match[1] ?? '');
    expect([...new Set(keys)].sort()).toEqual(Object.keys(nls).sort());
    expect(Object.entries(nls).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(settings)('%s has its text and is named in a document', (id, { markdownDescription }) => {
    expect(markdownDescription).toBe(`%setting.${id.replace('tutorPromptLab.', '')}%`);
    expect(everything.includes(id) || everything.includes(`\`${id.replace('tutorPromptLab.', '')}\``)).toBe(true);
  });

  it('has the version on top of the changelog', () => {
    const [newest] = /^## \[\d+\.\d+\.\d+\]/m.exec(readTracked('CHANGELOG.md')) ?? [];
    expect(newest).toBe(`## [${manifest.version}]`);
  });
});

describe('docs/command-line.md', () => {
  const page = readPage('docs/command-line.md');
  const actions: CliActions = {
    models: () => Promise.resolve(),
    run: () => Promise.reject(new Error('Nothing is run here.')),
  };
  const program = createProgram(manifest.version, actions, () => undefined);

  it.each(program.commands.map((command) => [command.name(), command] as const))(
    'has %s with its options',
    (name, command) => {
      expect(page.text).toContain(`tutor-prompt-lab ${name} `);
      const missing = command.options.map(({ long }) => long ?? '').filter((option) => !page.prose.includes(option));
      expect(missing).toEqual([]);
    },
  );

  it('names no option that is not there', () => {
    const known = new Set([program, ...program.commands].flatMap(({ options }) => options.map(({ long }) => long)));
    const named = [...page.text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map((match) => match[0]);
    expect(named.filter((option) => !known.has(option) && option !== '--help' && option !== '--version')).toEqual([]);
  });
});

describe('the settings', () => {
  it('are few on the first page, and have a page of their own for each benchmark', () => {
    const sizes = configuration.map(({ properties }) => Object.keys(properties).length);
    expect(sizes[0]).toBeLessThanOrEqual(15);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(15);
  });
});
