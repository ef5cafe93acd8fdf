import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentToolName, agentTools } from '../../../src/core/agent/toolInputs';
import { readTracked } from '../repository/markdownPage';

const { languageModelTools, languageModelToolSets, chatSkills } = z
  .object({
    contributes: z.object({
      languageModelTools: z.array(
        z.object({
          name: z.string(),
          toolReferenceName: z.string(),
          modelDescription: z.string(),
          inputSchema: z.record(z.string(), z.unknown()),
        }),
      ),
      languageModelToolSets: z.array(z.object({ tools: z.array(z.string()) })),
      chatSkills: z.array(z.object({ path: z.string() })),
    }),
  })
  .parse(JSON.parse(readTracked('package.json'))).contributes;
const names = Object.keys(agentTools) as AgentToolName[];

describe('the tools in package.json', () => {
  it('are those of the core, in its order, and all in the tool set', () => {
    expect(languageModelTools.map(({ name }) => name)).toEqual(names.map((name) => `tutorPromptLab_${name}`));
    expect(languageModelToolSets.map(({ tools }) => tools)).toEqual([
      languageModelTools.map(({ toolReferenceName }) => toolReferenceName),
    ]);
  });

  it.each(names.map((name, index) => [name, index] as const))('%s has the words and the schema', (name, index) => {
    expect(languageModelTools[index]?.modelDescription).toBe(agentTools[name].description);
    const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
    const schema = { ...dialect, ...languageModelTools[index]?.inputSchema };
    expect(schema).toEqual(z.toJSONSchema(agentTools[name].input));
  });
});

describe('the skill', () => {
  const [skill] = chatSkills;
  const text = readTracked(skill?.path ?? '');

  it('is shipped, short, and has the name of its folder', () => {
    expect(readTracked('.vscodeignore').split('\n')).toContain(`!${skill?.path.replace('./', '') ?? ''}`);
    expect(text.split('\n').length).toBeLessThan(80);
    expect(/^name: (.*)$/m.exec(text)?.[1]).toBe(skill?.path.split('/').at(-2));
  });

  it('names every tool, and no other', () => {
    const named = new Set([...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name));
    expect([...named].toSorted()).toEqual(names.toSorted());
  });
});
