import { expect, it } from 'vitest';
import * as z from 'zod';
import { readTracked } from './markdownPage';

const entries = z.array(z.object({ command: z.string(), when: z.string() }));
const manifest = z.object({ contributes: z.object({ menus: z.object({ commandPalette: entries }) }) });

it('commands about runs and revisions are in the palette once there are runs', () => {
  const { commandPalette } = manifest.parse(JSON.parse(readTracked('package.json'))).contributes.menus;
  const conditions = new Map(commandPalette.map(({ command, when }) => [command, when]));
  for (const name of ['showHistory', 'openRevision', 'openRun', 'exportHandLabels', 'labelRevision'])
    expect([name, conditions.get(`tutorPromptLab.${name}`)]).toEqual([name, 'tutorPromptLab.hasRuns']);
});
