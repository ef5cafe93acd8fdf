/**
 * The fewest labels that say anything about a judge. Below 40 the interval of kappa spans half of its scale; replies to one dialogue are alike, so ten
 * dialogues are the fewest whose spread can be estimated; and a judge that is met with fewer than ten labels besides the commonest one has not been
 * asked what it does with those.
 */
export const leastGold = { labels: 40, clusters: 10, uncommon: 10 } as const;
