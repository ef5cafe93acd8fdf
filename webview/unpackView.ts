import type { ComparisonView } from '../src/core/report/comparisonViewModel';
import type { PackedView } from '../src/protocol/messages';

/** The view that was packed. Rejects where the bytes are not whole. */
export async function unpackView(packed: PackedView): Promise<ComparisonView> {
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(inflated).json()) as ComparisonView;
}
