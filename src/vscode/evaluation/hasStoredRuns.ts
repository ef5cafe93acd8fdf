import { StoreFolder } from '../../core/store/storeFolder';

/** Whether a store has any run, by a look at its folder: false where there is none or it cannot be read. */
export async function hasStoredRuns(root: string): Promise<boolean> {
  try {
    return (await new StoreFolder(root, 'runs').names()).length > 0;
  } catch {
    return false;
  }
}
