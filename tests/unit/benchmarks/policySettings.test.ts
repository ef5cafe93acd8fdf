import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { flagOf } from '../../../src/cli/cliOptions';
import { benchmarkIds, type BenchmarkPolicy, policies } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readTracked } from '../repository/markdownPage';

const prefix = 'tutorPromptLab.';
/** Not read through a schema, which would put the members that it names before the others. */
const manifest = JSON.parse(readTracked('package.json')) as {
  readonly contributes: {
    readonly configuration: { title: string; order: number; properties: Readonly<Record<string, object>> }[];
  };
};
const texts = z.record(z.string(), z.string()).parse(JSON.parse(readTracked('package.nls.json')));
const declared = [...policies.values()].filter((policy) => nameOf(policy) !== undefined);

function nameOf({ setting, studentSetting }: BenchmarkPolicy): string | undefined {
  return setting ?? studentSetting;
}

function declaration(policy: BenchmarkPolicy, index: number) {
  const { values, studentSetting } = policy;
  const isSwitch = typeof values[0] === 'boolean';
  return {
    type: isSwitch ? 'boolean' : 'string',
    ...(isSwitch || studentSetting !== undefined ? {} : { enum: values }),
    default: values[0],
    scope: 'resource',
    order: index + 1,
    markdownDescription: `%setting.${nameOf(policy) ?? ''}%`,
  };
}

/** The entries with those of `made` in one row, where the first of them stood. Others like them are left out. */
function withMade<T>(
  entries: Readonly<Record<string, T>>,
  made: Readonly<Record<string, T>>,
  isMade: (key: string) => boolean,
): Readonly<Record<string, T>> {
  const all = Object.entries(entries);
  const start = all.findIndex(([key]) => isMade(key));
  return Object.fromEntries([
    ...all.slice(0, start),
    ...Object.entries(made),
    ...all.slice(start).filter(([key]) => !isMade(key)),
  ]);
}

/** Settings are named after the folder of a benchmark, and those of one folder have a section of their own. */
const starts = [...new Set(declared.map((policy) => `${(nameOf(policy) ?? '').split('.')[0] ?? ''}.`))];
const isOurs = (lead: string) => (key: string) => starts.some((start) => key.startsWith(`${lead}${start}`));

// `vitest -u` writes the files.
it('declares a setting for every choice of a benchmark, and its ids, in package.json', async () => {
  const { configuration } = manifest.contributes;
  for (const start of starts) {
    const made = Object.fromEntries(
      declared
        .map((policy) => [`${prefix}${nameOf(policy) ?? ''}`, policy] as const)
        .filter(([key]) => key.startsWith(`${prefix}${start}`))
        .map(([key, policy], index) => [key, declaration(policy, index)]),
    );
    const section = configuration.find(({ properties }) =>
      Object.keys(properties).some((key) => key.startsWith(`${prefix}${start}`)),
    );
    if (section === undefined) {
      const { benchmark } = declared.find((policy) => nameOf(policy)?.startsWith(start)) ?? expect.fail(start);
      const title = `${benchmarks.get(benchmark)?.title ?? benchmark} Protocol`;
      configuration.push({ title, order: configuration.length + 1, properties: made });
    } else section.properties = made;
  }
  const [first] = configuration;
  const name = `${prefix}benchmarks`;
  const chosen = {
    ...first!.properties[name],
    items: { type: 'string', enum: benchmarkIds },
    default: [benchmarkIds[0]],
  };
  first!.properties = { ...first!.properties, [name]: chosen };
  await expect(await pretty(manifest)).toMatchFileSnapshot(join(import.meta.dirname, '../../../package.json'));
});

it('gives each setting the sentence of its option in package.nls.json', async () => {
  const made = Object.fromEntries(
    declared.map((policy) => {
      const { text, more } = policy;
      return [
        `setting.${nameOf(policy) ?? ''}`,
        [`${text}.`, ...(more === undefined ? [] : [more])].join(' '),
      ] as const;
    }),
  );
  await expect(await pretty(withMade(texts, made, isOurs('setting.')))).toMatchFileSnapshot(
    join(import.meta.dirname, '../../../package.nls.json'),
  );
});

it('has its row among the choices of protocol in docs/command-line.md', async () => {
  const file = join(import.meta.dirname, '../../../docs/command-line.md');
  const rows = [...policies.values()].map((policy) => {
    const { text, values, option, studentSetting } = policy;
    const flag = studentSetting === undefined ? flagOf(policy) : '--student';
    const argument = studentSetting === undefined ? option?.value : 'model';
    const [first] = values;
    const cells = [
      `\`${[flag, ...(argument === undefined ? [] : [argument.toUpperCase()])].join(' ')}\``,
      `\`${nameOf(policy) ?? ''}\``,
      typeof first === 'boolean' ? (first ? 'on' : 'off') : `\`${first}\``,
      text.replaceAll(/\{\{\w+\}\}/g, '`$&`'),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  const head = /(?<=\n### Choices of protocol\n[^|]*)(\|.*\n\|.*\n)(?:\|.*\n)*/;
  const page = readTracked('docs/command-line.md').replace(head, (_, lines: string) => lines + rows.join(''));
  const options = await resolveConfig(file);
  await expect(await format(page, { ...options, parser: 'markdown' })).toMatchFileSnapshot(file);
});

it('has its name in the list of docs/run-format.md', () => {
  const [list = ''] = /\*\*`policy`\*\*[^]*?\n\n/.exec(readTracked('docs/run-format.md')) ?? [];
  expect([...policies.keys()].filter((name) => !list.includes(`\`${name}\``))).toEqual([]);
});

function pretty(value: unknown): Promise<string> {
  return format(JSON.stringify(value), { parser: 'json-stringify', printWidth: 120 });
}

it('has the name of every choice in the list of docs/run-format.md', () => {
  const [, list = ''] = /^\*\*`policy`\*\* has[^:]*:\n((?:.+\n)+)/m.exec(readTracked('docs/run-format.md')) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...policies.keys()].sort());
});
