import * as vscode from 'vscode';
import * as z from 'zod';
import type { AgentToolName } from '../../core/agent/toolInputs';
import type { WindowServices } from '../prompts/evaluations';
import { extensionPrefix } from '../settings';
import type { WindowTools } from './windowTools';

const contributed = z.object({
  contributes: z.object({ languageModelTools: z.array(z.object({ name: z.string() })) }),
});

/** Registers the tools that package.json names. The engine is loaded when one is called. */
export function registerAgentTools(manifest: unknown, window: WindowServices): vscode.Disposable {
  let loading: Promise<WindowTools> | undefined;
  const tools = () =>
    (loading ??= import('./windowTools').then(async ({ WindowTools: Tools }) => new Tools(await window.evaluations())));
  const names = contributed.parse(manifest).contributes.languageModelTools.map(({ name }) => name);
  const registered = names.map((name) => {
    const own = name.slice(extensionPrefix.length + 1) as AgentToolName;
    return vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }) => (await tools()).prepare(own, input),
      invoke: async ({ input }, token) => (await tools()).call(own, input, token),
    });
  });
  return vscode.Disposable.from(...registered);
}
