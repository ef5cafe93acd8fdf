/** An image by its content. */
export interface StoredImage {
  /** SHA-256 of the content in hex; its name in the store. */
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** Images of samples, kept once whatever the number of runs that use them. All failures are `RunStoreError`. */
export interface ImageStore {
  put(image: StoredImage): Promise<void>;
  /** Rejects with `notFound` when the image is gone, and with `damaged` when its content is not what its name says. */
  read(sha256: string): Promise<Uint8Array>;
}
