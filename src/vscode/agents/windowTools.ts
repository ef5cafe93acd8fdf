import * as vscode from 'vscode';
import type { AgentHost, AgentRun, AgentRunRequest } from '../../core/agent/agentHost';
import { AgentError, fileInside, loweredCaps } from '../../core/agent/agentHost';
import { AgentTools, paidRequest, usualCalls } from '../../core/agent/agentTools';
import type { AgentToolName } from '../../core/agent/toolInputs';
import { benchmarks } from '../../core/benchmarks/registry';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { askedModels } from '../../core/store/runManifest';
import { isRunLocked } from '../../core/store/runLock';
import { trustCards } from '../../core/trust/trustCards';
import { estimateLines } from '../evaluation/confirmSending';
import { prepareRun, runContext } from '../evaluation/prepareRun';
import { uriOfPrompt } from '../evaluation/storeLocation';
import { capsOfRun, type PreparedRun } from '../evaluation/runInWindow';
import { t } from '../log';
import type { Evaluations } from '../prompts/evaluations';
import { assertMayWrite } from '../restrictedMode';
import { isPromptFile, readSettings } from '../settings';

/** The tools in a window: with its settings and keys, and with its question before anything is sent. */
export class WindowTools implements AgentHost {
  readonly benchmarks = benchmarks;
  readonly #tools = new AgentTools(this, () => readSettings().agentCalls ?? usualCalls);

  constructor(private readonly all: Evaluations) {}

  async call(name: AgentToolName, input: object, token: vscode.CancellationToken): Promise<string> {
    assertMayWrite(vscode.Uri.file('/'));
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    return this.#tools.call(name, input, abort.signal).finally(() => void listening.dispose());
  }

  /** Who gets what, and its cost. Whatever is answered here, the window’s own question and the caps hold. */
  async prepare(name: AgentToolName, input: object): Promise<vscode.PreparedToolInvocation> {
    const data = paidRequest(name, input);
    if (data === undefined || !vscode.workspace.isTrusted) return {};
    const { run, context } = await this.#prepared(data);
    const { manifest } = run.session;
    const sends = askedModels(manifest).some(({ simulated }) => !simulated);
    if (!sends || context.settings.confirmBeforeSending === 'never') return {};
    const message = (await estimateLines(run, context)).join('\n\n');
    const { prompt, edits } = manifest;
    const title = edits === undefined ? t`Evaluate ${prompt.name}?` : t`Try edits of ${prompt.name}?`;
    return { confirmationMessages: { title, message } };
  }

  async prompt(named: string): ReturnType<AgentHost['prompt']> {
    const document = await this.#document(named);
    return { text: document.getText(), history: await this.all.of(document.uri).revisions.ownHistory() };
  }

  async plan(request: AgentRunRequest): ReturnType<AgentHost['plan']> {
    const { run, context } = await this.#prepared(request);
    const { session } = run;
    const play = async (signal: AbortSignal): Promise<void> => {
      const controller = this.all.of(context.uri);
      if (controller.isRunning) throw new AgentError('A run of this prompt is under way. Wait for its end.');
      signal.addEventListener('abort', () => void controller.cancel());
      await this.all.start(context.uri, () => Promise.resolve([run]));
      const { phase } = controller.snapshot();
      if (session.state.status !== undefined) return;
      const problems = phase.kind === 'blocked' ? phase.problems.map(({ message }) => message) : [];
      throw new AgentError(problems.join(' ') || 'The run was not allowed to begin.');
    };
    return { session, root: context.prompt.root, caps: capsOfRun(run, context.settings.caps).caps, play };
  }

  run(id: string): Promise<AgentRun> {
    return firstOf(async (folder) => {
      const { store, root } = this.all.services.storeFor(folder);
      const isUnderWay = await isRunLocked(store.directoryOf(id));
      const stored = await store.open(id);
      const { cards } = await trustCards(root, stored.manifest);
      return { session: sessionOfRun(stored, benchmarks), cards, isUnderWay };
    });
  }

  async compare(before: string, after: string, signal: AbortSignal): Promise<string> {
    const uri = await firstOf(async (folder) => {
      const { store, root } = this.all.services.storeFor(folder);
      return uriOfPrompt((await store.readManifest(after)).prompt.path, root);
    });
    return this.all.of(uri).revisions.view({ before, after }, signal, true);
  }

  async #prepared(request: AgentRunRequest) {
    const document = await this.#document(request.path);
    const { revisions } = this.all.of(document.uri);
    const context = { ...runContext(document.uri, this.all.services), asked: request };
    const prepared = await prepareRun(document, context, (planned) => revisions.unitsOfBaseline(planned));
    const { maxCalls } = context.settings.caps;
    const run: PreparedRun = { ...prepared, raised: loweredCaps({ maxCalls }, request.maxCalls) };
    return { run, context };
  }

  async #document(named: string): Promise<vscode.TextDocument> {
    const isAlso = (file: string): boolean => isPromptFile({ uri: vscode.Uri.file(file) });
    return firstOf(async (folder) => vscode.workspace.openTextDocument(fileInside(folder.fsPath, named, isAlso)));
  }
}

/** Of the folders of the workspace. Rejects as the last one does. */
async function firstOf<Found>(
  find: (folder: vscode.Uri) => Promise<Found>,
  [folder, ...others] = vscode.workspace.workspaceFolders ?? [],
): Promise<Found> {
  if (folder === undefined) throw new AgentError('No folder is open.');
  return find(folder.uri).catch((error: unknown) => {
    if (others.length === 0) throw error;
    return firstOf(find, others);
  });
}
