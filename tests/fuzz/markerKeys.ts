/** Keys that no output, file or foreign host may get to see. */
export const markerKeys = {
  OPENAI_API_KEY: 'sk-fuzz-4f1d9c27ab583e60',
  ANTHROPIC_API_KEY: 'sk-ant-fuzz-93b7e05d1c6a482f',
} as const;
