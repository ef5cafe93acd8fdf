const megabyte = 1024 * 1024;

/**
 * Bytes that a file of a store may have. A larger one is refused by name: it was not written here, or holds more than can be read at once.
 */
export const largestFiles = {
  /** A prompt, texts of judges, and a line for each image. */
  manifest: 64 * megabyte,
  samples: 256 * megabyte,
  /** Replies and verdicts of some hundred thousand calls. */
  journal: 256 * megabyte,
  batches: 256 * megabyte,
  /** Labels of one benchmark; what was said of revisions. */
  entries: 64 * megabyte,
  /** A day's: two million lines, read in pieces. */
  spending: 256 * megabyte,
  /** More than the largest that samples may bring. */
  image: 16 * megabyte,
  /** A new one is begun beyond 8 MB, but what was gathered by then is written whole. */
  replies: 128 * megabyte,
  lock: 4096,
} as const;

/** Bytes of one line: a record may have some answers of 8 million characters. What is longer is read as damaged. */
export const longestLine = 128 * megabyte;

/** Lines of one file; of spending, of one piece. A line of ours has hundreds of bytes, so that the bytes are used up before. */
export const mostLines = 1_000_000;

/** Damaged lines of one file; of spending, of one piece. A crash leaves one; a file with more than these is none of ours. */
export const mostDamagedLines = 10_000;
