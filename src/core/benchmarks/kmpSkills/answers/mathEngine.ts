import { create, fractionDependencies, parseDependencies, unitDependencies, type MathJsInstance } from 'mathjs';

type MathEngine = Pick<MathJsInstance, 'parse' | 'fraction' | 'unit'>;

let engine: MathEngine | undefined;

/**
 * The parts of mathjs that answers are read with: its parser, exact fractions and units of measure. Its evaluator is left out, as
 * answers are untrusted text. Made when first used, which takes about a tenth of a second.
 */
export function mathEngine(): MathEngine {
  // Constants become fractions, so that 0.1 + 0.2 is 0.3.
  engine ??= create({ ...parseDependencies, ...fractionDependencies, ...unitDependencies }, { number: 'Fraction' });
  return engine;
}
