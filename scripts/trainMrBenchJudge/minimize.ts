/** Writes the gradient at `point` into its second argument and returns the value. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

export interface MinimizeOptions {
  readonly iterations: number;
  /** Stops where the gradient's length is below this share of max(1, length of the point). */
  readonly tolerance: number;
}

const memory = 8;

/** L-BFGS (Nocedal and Wright, 7.5) with backtracking, for smooth convex functions; changes `point` in place. */
export function minimize(objective: Objective, point: Float64Array, { iterations, tolerance }: MinimizeOptions): void {
  const size = point.length;
  let gradient = new Float64Array(size);
  let nextGradient = new Float64Array(size);
  const next = new Float64Array(size);
  const direction = new Float64Array(size);
  const steps: { readonly move: Float64Array; readonly turn: Float64Array; readonly scale: number }[] = [];
  let value = objective(point, gradient);
  for (let round = 0; round < iterations; round++) {
    if (Math.sqrt(dot(gradient, gradient)) <= tolerance * Math.max(1, Math.sqrt(dot(point, point)))) return;
    towards(direction, gradient, steps);
    const slope = dot(direction, gradient);
    let length = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
    let reached = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 25; tries++, length /= 2) {
      for (let index = 0; index < size; index++) next[index] = (point[index] ?? 0) + length * (direction[index] ?? 0);
      reached = objective(next, nextGradient);
      if (reached <= value + 1e-4 * length * slope) break;
    }
    if (!(reached < value)) return;
    const move = new Float64Array(size);
    const turn = new Float64Array(size);
    for (let index = 0; index < size; index++) {
      move[index] = (next[index] ?? 0) - (point[index] ?? 0);
      turn[index] = (nextGradient[index] ?? 0) - (gradient[index] ?? 0);
    }
    const curvature = dot(move, turn);
    if (curvature > 1e-12) {
      steps.push({ move, turn, scale: 1 / curvature });
      if (steps.length > memory) steps.shift();
    }
    point.set(next);
    [gradient, nextGradient] = [nextGradient, gradient];
    value = reached;
  }
}

/** The two-loop recursion: minus the approximate inverse Hessian times the gradient. */
function towards(
  direction: Float64Array,
  gradient: Float64Array,
  steps: readonly { readonly move: Float64Array; readonly turn: Float64Array; readonly scale: number }[],
): void {
  for (let index = 0; index < direction.length; index++) direction[index] = -(gradient[index] ?? 0);
  const shares: number[] = [];
  for (const { move, turn, scale } of [...steps].reverse()) {
    const share = scale * dot(move, direction);
    shares.push(share);
    add(direction, turn, -share);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const factor = 1 / (last.scale * dot(last.turn, last.turn));
    for (let index = 0; index < direction.length; index++) direction[index] = (direction[index] ?? 0) * factor;
  }
  for (const { move, turn, scale } of steps) {
    add(direction, move, (shares.pop() ?? 0) - scale * dot(turn, direction));
  }
}

function add(target: Float64Array, other: Float64Array, factor: number): void {
  for (let index = 0; index < target.length; index++)
    target[index] = (target[index] ?? 0) + factor * (other[index] ?? 0);
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
