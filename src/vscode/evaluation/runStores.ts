import type * as vscode from 'vscode';
import { FileRunStore } from '../../core/store/fileRunStore';
import { storePlace, type StorePlace } from './storePlace';

/** Where the runs of one prompt are kept. */
export interface PromptStore extends StorePlace {
  readonly store: FileRunStore;
}

/** The store of a prompt, where `storePlace` says. */
export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const place = storePlace(uri, globalStorage);
  return { store: new FileRunStore(place.root), ...place };
}
