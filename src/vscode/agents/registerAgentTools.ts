import * as vscode from 'vscode';
import type { AgentToolName } from '../../core/agent/toolInputs';
import type { WindowServices } from '../prompts/evaluations';
import { extensionPrefix } from '../settings';
import type { WindowTools } from './windowTools';
import type packageJson from '../../../package.json';

/** Registers the tools that package.json names. The engine is loaded when one is called. */
export function registerAgentTools(extension: vscode.Extension<unknown>, window: WindowServices): vscode.Disposable {
  let loading: Promise<WindowTools> | undefined;
  const tools = () =>
    (loading ??= import('./windowTools').then(async ({ WindowTools: Tools }) => new Tools(await window.evaluations())));
  const registered = (extension.packageJSON as typeof packageJson).contributes.languageModelTools.map(({ name }) => {
    const own = name.slice(extensionPrefix.length + 1) as AgentToolName;
    return vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }) => (await tools()).prepare(own, input),
      invoke: async ({ input }, token) => {
        const answer = await (await tools()).call(own, input, token);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
      },
    });
  });
  return vscode.Disposable.from(...registered);
}
