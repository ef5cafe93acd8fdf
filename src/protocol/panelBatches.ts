/** What a run has in batches with one provider. Times in ISO 8601. */
export interface PanelBatchWait {
  /** As people know it, with the address where it is not the provider's own server. */
  readonly provider: string;
  readonly batches: number;
  /** Calls that wait for their answers. */
  readonly calls: number;
  /** Of these, those that the provider says are done; Anthropic says it at the end alone. Absent where nobody has looked. */
  readonly done?: number;
  /** Calls that batches have answered since this window took the run up. */
  readonly collected?: number;
  /** When the oldest of the batches was handed over. */
  readonly since: string | undefined;
  readonly lookedAt?: string | undefined;
  readonly nextLookAt?: string | undefined;
}

/** The batches that the shown run waits for. */
export interface PanelBatches {
  /** True while this window looks at them from time to time; else they are with the provider and nobody does. */
  readonly isFollowed: boolean;
  /** At least one. */
  readonly waits: readonly PanelBatchWait[];
}
