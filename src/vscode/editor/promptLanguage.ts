import * as vscode from 'vscode';
import { t } from '../../core/text/countWords';
import { forPromptFiles, readSettings, revisionScheme } from '../settings';
import { promptFixes } from './diagnostics';

/** Completion, hover, quick fixes and an outline for prompt files. The engine is loaded by the first question. */
export function registerPromptLanguage(): vscode.Disposable {
  return forPromptFiles((files) =>
    vscode.Disposable.from(
      vscode.languages.registerCompletionItemProvider(files, completions, ':', '/', '{', ' '),
      vscode.languages.registerHoverProvider(files, hovers),
      vscode.languages.registerDocumentSymbolProvider(files, outline, { label: t`Rules` }),
      vscode.languages.registerCodeActionsProvider(files, promptFixes),
    ),
  );
}

interface Known {
  readonly name: string;
  readonly about: string;
}

/** Everything that a prompt file can name. */
async function namesFor(document: vscode.TextDocument) {
  const [{ benchmarks }, { frontMatterBlock, frontMatterSettings, readFrontMatter }] = await Promise.all([
    import('../../core/benchmarks/registry'),
    import('../../core/prompt/frontMatter'),
  ]);
  const text = document.getText();
  const all = [...benchmarks.values()];
  const chosen = readFrontMatter(text).defaults.benchmarks ?? readSettings(document.uri).choices.benchmarks ?? [];
  const offers = all.filter(({ id }) => chosen.includes(id));
  return {
    end: frontMatterBlock(text)?.end ?? 0,
    settings: frontMatterSettings.map(({ key, wanted }): Known => ({ name: key, about: t`Takes ${wanted}.` })),
    benchmarks: all.map(({ id, title, question }): Known => ({ name: id, about: `${title}: ${t(question)}` })),
    metrics: all.flatMap(({ id, metrics }) =>
      metrics.map((one): Known => ({ name: `${id}/${one.id}`, about: `${one.title}. ${t(one.explain)}` })),
    ),
    variables: (offers.length > 0 ? offers : all.slice(0, 1)).flatMap(({ variables }) =>
      variables.map(({ name, explain }): Known => ({ name, about: t(explain) })),
    ),
  };
}

const completions: vscode.CompletionItemProvider = {
  async provideCompletionItems(document, position) {
    if (document.uri.scheme === revisionScheme) return [];
    const names = await namesFor(document);
    const line = document.lineAt(position).text;
    const before = line.slice(0, position.character);
    const items = (known: readonly Known[], kind: vscode.CompletionItemKind, ends = ''): vscode.CompletionItem[] => {
      const start = position.character - (/[\w./+-]*$/.exec(before)?.[0].length ?? 0);
      return known.map(({ name, about }) => {
        const item = new vscode.CompletionItem(name, kind);
        item.documentation = about;
        item.insertText = name + ends;
        item.range = new vscode.Range(position.with(undefined, start), position);
        return item;
      });
    };
    const { Property, Value, Variable } = vscode.CompletionItemKind;
    if (document.offsetAt(position) >= names.end) {
      const isClosed = line.slice(position.character).startsWith('}}');
      return /\{\{[ \t]*\w*$/.test(before) ? items(names.variables, Variable, isClosed ? '' : '}}') : [];
    }
    if (/^\w*$/.test(before)) return items(names.settings, Property, ': ');
    const key = keyAt(document, position.line);
    if (/^benchmarks?$/.test(key)) return items(names.benchmarks, Value);
    if (/^(?:target|guard)s?$/.test(key)) return items(names.metrics, Value);
    if (/^(?:tutor|judges?)$/.test(key))
      return items([{ name: 'offline', about: t`Simulated, without a key.` }], Value);
    return [];
  },
};

/** The key of the setting whose value stands on a line: on it, or above a list. */
function keyAt(document: vscode.TextDocument, line: number): string {
  for (let at = line; at >= 0; at--) {
    const key = /^(\w+)[ \t]*:/.exec(document.lineAt(at).text)?.[1];
    if (key !== undefined) return key;
  }
  return '';
}

const hovers: vscode.HoverProvider = {
  async provideHover(document, position) {
    const range = document.getWordRangeAtPosition(position, /[\w./+-]+/);
    if (range === undefined) return undefined;
    const names = await namesFor(document);
    const isBody = document.offsetAt(position) >= names.end;
    const isVariable = document.getText(new vscode.Range(range.start.with(undefined, 0), range.start)).endsWith('{{');
    const known = isBody
      ? isVariable
        ? names.variables
        : []
      : [...names.settings, ...names.benchmarks, ...names.metrics];
    const found = known.find(({ name }) => name === document.getText(range));
    return found && new vscode.Hover(new vscode.MarkdownString().appendText(found.about), range);
  },
};

const outline: vscode.DocumentSymbolProvider = {
  async provideDocumentSymbols(document) {
    const [{ promptRules }, { readPromptFile }] = await Promise.all([
      import('../../core/prompt/promptRules'),
      import('../../core/prompt/promptFile'),
    ]);
    return promptRules(readPromptFile('', document.getText())).map(({ number, text, from, to }) => {
      const last = document.lineAt(Math.min(to, document.lineCount) - 1).range.end;
      const range = new vscode.Range(new vscode.Position(from - 1, 0), last);
      return new vscode.DocumentSymbol(`${number}. ${text.slice(0, 120)}`, '', vscode.SymbolKind.String, range, range);
    });
  },
};
