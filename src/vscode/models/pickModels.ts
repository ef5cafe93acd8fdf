import * as vscode from 'vscode';

/** One row of the list: a model, a heading, or something that puts other rows in the place of all. */
export interface ModelRow extends vscode.QuickPickItem {
  /** The model; absent for a heading and for `more`. */
  readonly reference?: string;
  /** Whether it stands for a server that is to be added. */
  readonly adds?: true;
  /** Reads further rows, which then stand before the others. Rejects with what to show in their place. */
  readonly more?: (signal: AbortSignal) => Promise<readonly ModelRow[]>;
}

export interface ModelQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Whether several may be chosen. */
  readonly many: boolean;
  /** References that are in force. */
  readonly current: readonly string[];
  readonly rows: readonly ModelRow[];
  /** Whether a typed text names a model that is in no list. */
  readonly isReference: (text: string) => boolean;
}

export type ModelAnswer =
  | { readonly kind: 'chosen'; readonly references: readonly string[] }
  /** The user wants to know first what works with it. */
  | { readonly kind: 'check'; readonly reference: string }
  | { readonly kind: 'add' };

/** Asks for one model or several; takes any reference that is typed, too. `undefined` when the user left. */
export function pickModels(question: ModelQuestion): Promise<ModelAnswer | undefined> {
  return new Promise((resolve) => new ModelPick(question, resolve).show());
}

const checkButton = { iconPath: new vscode.ThemeIcon('beaker'), tooltip: 'Check this model' };

class ModelPick {
  readonly #question: ModelQuestion;
  readonly #pick = vscode.window.createQuickPick<ModelRow>();
  readonly #loading = new AbortController();
  readonly #resolve: (answer: ModelAnswer | undefined) => void;
  #rows: readonly ModelRow[];
  #chosen: ReadonlySet<string>;

  constructor(question: ModelQuestion, resolve: (answer: ModelAnswer | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#rows = question.rows;
    this.#chosen = new Set(question.current);
    const pick = this.#pick;
    pick.title = question.title;
    pick.placeholder = question.placeholder;
    pick.canSelectMany = question.many;
    pick.matchOnDescription = true;
    // A list before it may still be giving the focus back, and servers are waited for.
    pick.ignoreFocusOut = true;
    pick.onDidChangeValue(() => this.#draw());
    pick.onDidChangeSelection((selected) => this.#selected(selected));
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.reference !== undefined) this.#end({ kind: 'check', reference: item.reference });
    });
    pick.onDidAccept(() => this.#accept());
    pick.onDidHide(() => this.#end(undefined));
  }

  show(): void {
    this.#draw();
    this.#pick.show();
  }

  #draw(): void {
    const { many, isReference } = this.#question;
    const typed = this.#pick.value.trim();
    const isKnown = this.#rows.some(({ reference }) => reference === typed);
    const own =
      !isKnown && isReference(typed)
        ? [{ label: typed, description: 'use this model', reference: typed, alwaysShow: true }]
        : [];
    const rows = [...own, ...this.#rows].map((row) =>
      row.reference === undefined ? row : { ...row, buttons: [checkButton] },
    );
    this.#pick.items = rows;
    const chosen = rows.filter(({ reference }) => reference !== undefined && this.#chosen.has(reference));
    if (many) this.#pick.selectedItems = chosen;
    else this.#pick.activeItems = typed === '' ? chosen : rows.slice(0, 1);
  }

  #selected(selected: readonly ModelRow[]): void {
    if (selected.some(({ adds }) => adds === true)) {
      this.#end({ kind: 'add' });
      return;
    }
    const row = selected.find(({ more }) => more !== undefined);
    if (row !== undefined) {
      void this.#load(row);
      return;
    }
    // Rows that a text in the box hides are still chosen.
    const shown = new Set(this.#pick.items.flatMap(({ reference }) => reference ?? []));
    const hidden = [...this.#chosen].filter((reference) => !shown.has(reference));
    if (this.#question.many)
      this.#chosen = new Set([...hidden, ...selected.flatMap(({ reference }) => reference ?? [])]);
  }

  async #load({ more, label }: ModelRow): Promise<void> {
    const pick = this.#pick;
    pick.busy = true;
    pick.enabled = false;
    const found = await more?.(this.#loading.signal).catch((error: unknown): readonly ModelRow[] => [
      { label: `$(error) ${error instanceof Error ? error.message : String(error)}`, alwaysShow: true },
    ]);
    if (this.#loading.signal.aborted) return;
    const heads = new Set(found?.map((row) => row.reference ?? row.label));
    const rest = this.#rows.filter((row) => row.label !== label && !heads.has(row.reference ?? row.label));
    this.#rows = [...(found ?? []), ...rest];
    pick.value = '';
    pick.enabled = true;
    pick.busy = false;
    this.#draw();
    const [first] = pick.items.filter(({ reference }) => reference !== undefined);
    if (first !== undefined) pick.activeItems = [first];
  }

  #accept(): void {
    const references = this.#question.many
      ? [...this.#chosen]
      : this.#pick.selectedItems.flatMap(({ reference }) => reference ?? []);
    if (references.length > 0) this.#end({ kind: 'chosen', references });
  }

  /** Hearing of the list's end again, once it is disposed of, changes nothing. */
  #end(answer: ModelAnswer | undefined): void {
    this.#resolve(answer);
    this.#loading.abort();
    this.#pick.dispose();
  }
}
