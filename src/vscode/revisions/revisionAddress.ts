import * as vscode from 'vscode';
import * as z from 'zod';
import { revisionScheme } from '../settings';

const querySchema = z.object({ prompt: z.string(), revision: z.string() });

/** What the address of a revision's document names; `undefined` for any other address. Addresses come from anywhere. */
export function revisionAddressOf(
  uri: vscode.Uri,
): { readonly prompt: vscode.Uri; readonly revision: string } | undefined {
  if (uri.scheme !== revisionScheme) return undefined;
  try {
    const { prompt, revision } = querySchema.parse(JSON.parse(uri.query));
    return { prompt: vscode.Uri.parse(prompt, true), revision };
  } catch {
    return undefined;
  }
}
