'use strict';
const vscode = require('vscode');

/** Every call that came, as it came: { model, messages: [{ role, text, images }], modelOptions, cancelled }. */
const calls = [];
/** Models that are no longer offered. */
const gone = new Set();
const changed = new vscode.EventEmitter();

/** A verdict in the form that a judge of GuideEval is asked for, by the words of its prompt; else a tutor's sentence. */
function answerTo(text) {
  if (text.includes('"perception"')) return '{"reasoning": "It agrees.", "perception": 1}';
  if (text.includes('"orchestration"')) return '{"reasoning": "It moves on.", "orchestration": 1}';
  if (text.includes('"question_level"')) return '{"reasoning": "One step.", "question_level": 2}';
  return 'Good thinking so far. What would you try next?';
}

function answered(model) {
  return calls.filter((call) => call.model === model).length;
}

function named(name, message) {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** What each model does instead of answering, with the words of Copilot's own errors. */
const models = {
  teacher: () => undefined,
  // Asks for consent, as Copilot's do.
  guarded: () => undefined,
  silent: () => '',
  refusing: () => {
    throw new Error('Response got filtered.');
  },
  blocked: () => {
    throw vscode.LanguageModelError.Blocked('Too many requests.');
  },
  // Its quota ends after some calls.
  spent: () => {
    if (answered('spent') > 4) throw named('ChatQuotaExceeded', 'You have exhausted your premium model quota.');
  },
  limited: () => {
    if (answered('limited') === 2) throw named('ChatRateLimited', 'Slow down.');
  },
  // Heeds no cancellation.
  stuck: () => new Promise(() => undefined),
  slow: (token) => new Promise((resolve) => token.onCancellationRequested(() => resolve(''))),
  vanishing: () => {
    if (answered('vanishing') < 3) return;
    gone.add('vanishing');
    changed.fire();
  },
};

const provider = {
  onDidChangeLanguageModelChatInformation: changed.event,
  provideLanguageModelChatInformation: () =>
    Object.keys(models)
      .filter((id) => !gone.has(id))
      .map((id) => ({
        id,
        name: `Test ${id}`,
        family: 'test-family',
        version: '7',
        maxInputTokens: 32_000,
        maxOutputTokens: 4_000,
        capabilities: { imageInput: id === 'teacher' },
        ...(id === 'guarded' ? { requiresAuthorization: { label: 'Test account' } } : {}),
      })),
  async provideLanguageModelChatResponse(model, messages, options, progress, token) {
    const call = {
      model: model.id,
      messages: messages.map(({ role, content }) => ({
        role,
        text: content.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : [])).join(''),
        images: content.flatMap((part) =>
          part instanceof vscode.LanguageModelDataPart ? [{ mimeType: part.mimeType, bytes: part.data.length }] : [],
        ),
      })),
      modelOptions: options.modelOptions,
      cancelled: false,
    };
    calls.push(call);
    token.onCancellationRequested(() => (call.cancelled = true));
    const instead = await models[model.id](token);
    const text = instead ?? answerTo(call.messages.map((message) => message.text).join('\n'));
    // In pieces, as models stream.
    for (const piece of text.match(/[^]{1,20}/g) ?? []) progress.report(new vscode.LanguageModelTextPart(piece));
  },
  provideTokenCount: (_model, text) => Promise.resolve(String(text).length),
};

const edit = { op: 'remove', rule: 2 };
const run = '20260101-000000-none';
const request = { limit: 2, maxCalls: 5 };
/** Beside the prompt, where a tool takes one. */
const own = {
  describe_prompt: {},
  estimate_run: { limit: 2 },
  evaluate_prompt: request,
  test_edits: { ...request, limit: 40, edits: [edit] },
  confirm_edit: { ...request, limit: 40, edit },
  get_run: { run },
  get_failing_cases: { run },
  compare_runs: { before: run, after: run },
};

/** As an agent would: calls a tool with the prompt of the active editor, and shows the answer or the refusal. */
async function callTool(name) {
  const path = vscode.workspace.asRelativePath(vscode.window.activeTextEditor.document.uri);
  const takesPath = !/^(?:get|compare)_/.test(name);
  const options = { input: { ...(takesPath ? { path } : {}), ...own[name] }, toolInvocationToken: undefined };
  try {
    const { content } = await vscode.lm.invokeTool(`tutorPromptLab_${name}`, options);
    void vscode.window.showInformationMessage(`Answer of ${name}: ${content[0].value}`);
  } catch (error) {
    void vscode.window.showInformationMessage(`Refused ${name}: ${error.message}`);
  }
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('lab-test', provider),
    ...Object.keys(own).map((name) => vscode.commands.registerCommand(`chatModels.${name}`, () => callTool(name))),
    vscode.commands.registerCommand('chatModels.calls', (model) => calls.filter((call) => call.model === model)),
  );
};
