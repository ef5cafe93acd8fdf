import { StoreFolder } from '../../core/store/storeFolder';

/** Whether any run of a store went through batches, by a look at its folders: false where they cannot be read. */
export async function hasBatchRecords(root: string): Promise<boolean> {
  const ids = await new StoreFolder(root, 'runs').names().catch(() => []);
  return ids.some((id) => {
    try {
      return new StoreFolder(root, 'runs', id).facts('batches.jsonl') !== undefined;
    } catch {
      return false;
    }
  });
}
