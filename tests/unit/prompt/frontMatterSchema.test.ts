import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { repositoryRoot } from '../repository/markdownPage';
import { frontMatterSettings, readFrontMatter } from '../../../src/core/prompt/frontMatter';

// `vitest -u` writes the file.
it('has a JSON schema for other tools that names each setting and its values', async () => {
  const properties = frontMatterSettings.map(({ key, wanted, schema }) => {
    const values = schema === undefined ? {} : z.toJSONSchema(schema, { io: 'input' });
    return [key, { description: `Takes ${wanted}.`, ...values, $schema: undefined }] as const;
  });
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Front matter of a tutor prompt',
    type: 'object',
    properties: Object.fromEntries(properties),
  };
  const file = path.join(repositoryRoot, 'schemas/front-matter.schema.json');
  const text = await format(JSON.stringify(whole), { ...(await resolveConfig(file)), filepath: file });
  await expect(text).toMatchFileSnapshot(file);
});

it('may be named in the front matter', () => {
  const { problems, defaults } = readFrontMatter('---\n$schema: front-matter.schema.json\nlimit: 3\n---\nHelp.');
  expect(problems).toEqual([]);
  expect(defaults.limit).toBe(3);
});
