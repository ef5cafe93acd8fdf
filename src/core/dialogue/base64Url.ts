/** A `data:` URL taken apart. */
export interface Base64Url {
  /** As it stands there, which may be anything. */
  readonly mediaType: string;
  readonly base64: string;
}

/**
 * Takes apart a `data:` URL in Base64; `undefined` for anything else. A regular expression over the whole of it would keep a step to go back to
 * for each of its megabytes, and run out of room.
 */
export function base64Url(url: string): Base64Url | undefined {
  const head = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 120));
  if (head === null) return undefined;
  const base64 = url.slice(head[0].length);
  return base64 === '' || /[^A-Za-z0-9+/=\s]/.test(base64) ? undefined : { mediaType: head[1] ?? '', base64 };
}
