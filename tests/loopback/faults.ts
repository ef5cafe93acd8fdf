import type { ApiKind } from './modelRequest';
import { errorBody } from './wireFormats';

/** Something that goes wrong with one call. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as JSON, or as it is when a string; by default the API's own error body for the status. */
      readonly body?: unknown;
    }
  /** A good status and half of a reply, then the connection ends. */
  | { readonly kind: 'cutBody' }
  | { readonly kind: 'malformedJson' }
  /** A web page with status 200, as a wrong address or a login page gives. */
  | { readonly kind: 'wrongContentType' }
  | { readonly kind: 'neverAnswers' }
  /** Headers and the beginning of a body, then nothing. */
  | { readonly kind: 'hangsInBody' }
  | { readonly kind: 'closesSocket' };

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** A plain status fault, with headers such as `retry-after`. */
export function statusFault(status: number, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: 'status', status, headers };
}

/** The body of a status fault that brings none of its own. */
export function defaultErrorBody(api: ApiKind, status: number): unknown {
  return errorBody(api, errorTypes[status] ?? 'api_error', `Scripted failure with status ${status}.`);
}

/** Refuses a request for one of its parameters, in the words and fields of each API. */
export function refusal(api: ApiKind, param: string, message: string): Fault {
  return {
    kind: 'status',
    status: 400,
    body: errorBody(api, 'invalid_request_error', message, { param, code: 'unsupported_parameter' }),
  };
}
