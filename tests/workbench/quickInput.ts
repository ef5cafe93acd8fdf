import type { Locator, Page } from 'playwright-core';
import { pollUntil } from './pollUntil';

/** How long the entry may take to show up before the list is opened anew, in milliseconds: longer each time. */
const FIRST_ATTEMPT_MS = 1_000;
const LONGEST_ATTEMPT_MS = 4_000;

export interface QuickInputChoice {
  /** The key that opens the list. */
  readonly key: string;
  /** What to type into it. */
  readonly text: string;
  /** Tells the wanted entry by its label as a screen reader would say it. */
  readonly matches: (label: string) => boolean;
  /** For the message when it never shows up. */
  readonly wanted: string;
}

/** The list that drops from the top of the workbench: command palette and quick open. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Opens the list, types, and picks the wanted entry. Retries while the workbench starts, since keys may be lost
   * and commands of an extension appear late.
   */
  async choose(choice: QuickInputChoice, timeoutMs = 60_000): Promise<void> {
    let attemptMs = FIRST_ATTEMPT_MS;
    const attempt = async (): Promise<Locator> => {
      const patienceMs = attemptMs;
      attemptMs = Math.min(LONGEST_ATTEMPT_MS, 1.5 * attemptMs);
      return await this.#attempt(choice, patienceMs);
    };
    await pollUntil(choice.wanted, attempt, timeoutMs);
    // Outside the loop: a command must not run twice because the first click was slow to be confirmed.
    await pollUntil(choice.wanted, async () => await this.#pick(choice.matches), timeoutMs);
  }

  /** Retries, since an entry may change its name while the list fills, for instance to “…, recently opened”. */
  async #pick(matches: QuickInputChoice['matches']): Promise<true | undefined> {
    const entry = await this.#find(matches);
    if (entry === undefined || (await entry.count()) === 0) return undefined;
    await entry.click({ timeout: LONGEST_ATTEMPT_MS });
    return true;
  }

  async #attempt(choice: QuickInputChoice, patienceMs: number): Promise<Locator> {
    await this.#page.keyboard.press(choice.key);
    try {
      await this.#page.locator('input[aria-controls="quickInput_list"]').fill(choice.text, { timeout: patienceMs });
      return await pollUntil('the entry', async () => await this.#find(choice.matches), patienceMs);
    } catch (error) {
      // Only after a failure: Escape may mean something to a panel that has the focus.
      await this.#page.keyboard.press('Escape');
      throw error;
    }
  }

  async #find(matches: (label: string) => boolean): Promise<Locator | undefined> {
    const options = this.#page.getByRole('option');
    const labels = await options.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
    const label = labels.find(matches);
    // By its name rather than its place: the list is still being sorted.
    return label === undefined ? undefined : this.#page.getByRole('option', { name: label, exact: true }).first();
  }
}
