import * as z from 'zod';
import type { CaseDetail } from '../core/report/reportModel';
import type { PanelState } from './panelState';

/** Host to panel. Snapshots only: a message that is lost is made good by the next. */
export type ToPanel =
  | { readonly kind: 'state'; readonly state: PanelState }
  | { readonly kind: 'case'; readonly caseId: string; readonly detail: CaseDetail | undefined };

const action = z.enum([
  'evaluate',
  'cancel',
  'resume',
  'chooseBenchmarks',
  'chooseModels',
  'setApiKey',
  'openLog',
  'openPrompt',
  'exportReport',
  'manageTrust',
]);

/** Panel to host. The webview renders hostile text, so the host trusts nothing that it has not parsed. */
export const fromPanelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('action'), action }),
  z.strictObject({ kind: z.literal('openCase'), caseId: z.string().max(500) }),
  z.strictObject({ kind: z.literal('copy'), text: z.string().max(1_000_000) }),
  z.strictObject({ kind: z.literal('error'), message: z.string().max(4_000) }),
]);

/** Panel to host, as parsed. `error` reports a fault of the webview's own code to the log. */
export type FromPanel = z.infer<typeof fromPanelSchema>;
