import { constants, deflateRawSync } from 'node:zlib';
import type { ComparisonView } from '../../core/report/comparisonViewModel';
import type { PackedView } from '../../protocol/messages';

/** A view as it goes to the page. */
export function packView(view: ComparisonView): PackedView {
  return new Uint8Array(deflateRawSync(JSON.stringify(view), { level: constants.Z_BEST_SPEED }));
}
