import * as vscode from 'vscode';
import { config } from '../core/text/countWords';

/** The language of everything a user reads: `tag` for `lang` of a page; `texts` by English text, empty for English. */
export let language: { readonly tag: string; readonly texts: Readonly<Record<string, string>> } = {
  tag: 'en',
  texts: {},
};

/** Takes the language of the setting, or that of VS Code if there are texts. Comes before all modules with texts. */
export async function useLanguage(extensionUri: vscode.Uri): Promise<void> {
  const wanted = vscode.workspace.getConfiguration().get<unknown>('tutorPromptLab.language');
  if (wanted === 'sv') {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'l10n', 'bundle.l10n.sv.json'));
    language = { tag: wanted, texts: JSON.parse(new TextDecoder().decode(bytes)) as typeof language.texts };
  } else if (wanted !== 'en' && vscode.l10n.bundle !== undefined)
    language = { tag: vscode.env.language, texts: vscode.l10n.bundle };
  config({ contents: language.texts });
}
