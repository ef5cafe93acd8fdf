import { assertConfiguredServers } from '../../../src/core/run/runChoices';
import type { ComparisonView } from '../../../src/core/report/comparisonViewModel';
import { sentByPanelSchema, type FromPanel } from '../../../src/protocol/messages';
import { providers } from '../../../src/vscode/models/runProviders';
import type { ModelServer } from '../../loopback/modelServer';
import type { WindowContext, WindowController } from './windowController';
import { newRun, playInWindow, type WindowRunParts } from './windowRun';

/** Servers of tutor and judge, and the folder of the store. */
export interface ComparedPosition {
  readonly tutor: ModelServer;
  readonly judge: ModelServer;
  readonly root: string;
}

/** What may differ between two runs besides the prompt's text. */
export type ComparedParts = Pick<WindowRunParts, 'judgeModels' | 'hasOverride' | 'path' | 'createdAt' | 'limit'>;

/** Two runs by their ids. */
export interface ComparedRuns {
  readonly before: string;
  readonly after: string;
}

/** Two texts of one prompt, evaluated one after the other. */
export async function evaluatedPair(
  { tutor, judge, root }: ComparedPosition,
  earlier: ComparedParts,
  later: ComparedParts,
): Promise<ComparedRuns> {
  const play = async (text: string, parts: ComparedParts): Promise<string> => {
    const run = await newRun(root, { tutor: tutor.url, judge: judge.url, text, ...parts });
    return (await playInWindow(run, root, 'sk-test-1a2b3c4d5e6f708192a3').ended).manifest.runId;
  };
  const before = await play('You are a patient tutor.', earlier);
  return { before, after: await play('You are a patient tutor. Ask one question.', later) };
}

/** What runs made of stored ones need of the editor; the settings name these servers. */
export function contextAt({ tutor, judge }: Pick<ComparedPosition, 'tutor' | 'judge'>): WindowContext {
  return {
    settings: { caps: {} },
    agreed: { has: () => false },
    toolVersion: '0.0.0',
    assertServers: (models) =>
      assertConfiguredServers(
        models,
        { providers, baseUrlFor: (role) => (role === 'judge' ? judge.url : tutor.url) },
        'Set it.',
      ),
  };
}

/** What Compare shows once the pair that was brought forward last is read. */
export async function shownIn({ answers }: WindowController): Promise<ComparisonView> {
  const answer = await answers.at(-1);
  if (answer === undefined || 'problem' in answer) throw new Error(answer?.problem);
  return JSON.parse(answer.view) as ComparisonView;
}

/** A message of the page, as the host takes it. */
export function pressed<Kind extends FromPanel['kind']>(
  message: Extract<FromPanel, { kind: Kind }>,
): Extract<FromPanel, { kind: Kind }> {
  return sentByPanelSchema.parse({ message }).message as Extract<FromPanel, { kind: Kind }>;
}
