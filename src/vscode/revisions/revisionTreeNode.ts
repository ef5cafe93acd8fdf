import type * as vscode from 'vscode';
import type { HistoryRun, PromptRevision } from '../../core/revisions/promptHistory';

/** A line of the revision tree. */
export type RevisionTreeNode =
  | { readonly kind: 'revision'; readonly promptUri: vscode.Uri; readonly revision: PromptRevision }
  | {
      readonly kind: 'run';
      readonly promptUri: vscode.Uri;
      readonly revision: PromptRevision;
      readonly run: HistoryRun;
    };
