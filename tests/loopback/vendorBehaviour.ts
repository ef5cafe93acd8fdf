import type { Fault } from './faults';
import type { ModelRequest } from './modelRequest';

/** What a vendor or home server answers in one situation, as somebody documented it. */
export interface VendorBehaviour {
  readonly id: string;
  readonly vendor: string;
  readonly situation: string;
  /** A public address, or an SDK with its version, whose types say it. */
  readonly source: string;
  readonly api: 'chat' | 'messages';
  /** What the call has beyond a system prompt and a question. */
  readonly call?: {
    readonly schema?: true;
    readonly temperature?: number;
    readonly maxOutputTokens?: number;
    readonly tokenLimit?: 'max_completion_tokens';
  };
  /** Which requests are answered so, all others well; every one where this is absent. */
  readonly when?: {
    readonly member?: string;
    readonly format?: string;
    readonly moreTokensThan?: number;
  };
  /** How often it answers so, then well; always where this is absent. */
  readonly times?: number;
  readonly answer:
    | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
    | { readonly cut: true }
    | { readonly closed: true };
}

/** The behaviour as something that goes wrong with calls to a model server; made anew for each play. */
export function vendorFault({
  when,
  times = Infinity,
  answer,
}: VendorBehaviour): (request: ModelRequest) => Fault | undefined {
  let left = times;
  return ({ body }) => {
    const { type } = (body.response_format ?? {}) as { readonly type?: string };
    // A server that takes JSON objects alone takes no schema either.
    if (when?.format === 'json_object' && type === 'json_schema') return unknownFormat;
    const tokens = Number(body.max_tokens ?? body.max_completion_tokens);
    const isMeant =
      (when?.member === undefined || when.member in body) &&
      (when?.format === undefined || when.format === type) &&
      (when?.moreTokensThan === undefined || tokens > when.moreTokensThan);
    if (!isMeant || left === 0) return undefined;
    left -= 1;
    if ('cut' in answer) return { kind: 'cutBody' };
    if ('closed' in answer) return { kind: 'closesSocket' };
    return { kind: 'status', ...answer };
  };
}

const unknownFormat: Fault = {
  kind: 'status',
  status: 400,
  body: { error: { message: "response_format 'json_schema' is unknown", param: 'response_format', code: null } },
};
