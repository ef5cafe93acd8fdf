/** The labelled releases that the judge learns from, by their names in the public data. */
export const trainingFiles: readonly string[] = ['MRBench_V1.json', 'MRBench_V2.json', 'mrbench_v3_devset.json'];
