import { writeFileSync } from 'node:fs';
import type { PlantedFault } from './fuzzCase';
import { markerKeys } from './markerKeys';

/** Does on purpose what no command may do, so that it is seen that it would be found. */
export async function plantFault(
  fault: PlantedFault,
  { foreign, victim }: { readonly foreign: string; readonly victim: string },
  show: (text: string) => void,
): Promise<void> {
  switch (fault) {
    case 'throw':
      throw new TypeError('Planted.');
    case 'reject':
      void Promise.reject(new Error('Planted.'));
      break;
    case 'overflow':
      plunge(0);
      break;
    case 'spin':
      for (;;) Math.random();
    case 'wait':
      await new Promise<never>(() => setInterval(() => undefined, 1_000));
      break;
    case 'memory':
      await holdMemory();
      break;
    case 'exit':
      process.exit(7);
    case 'request':
      await fetch(`http://${foreign}/v1`);
      break;
    case 'foreign':
      await fetch('https://elsewhere.invalid/v1').catch(() => undefined);
      break;
    case 'control':
      show('\u001b[2Jred');
      break;
    case 'victim':
      writeFileSync(victim, 'changed');
      break;
    case 'key':
      show(markerKeys.OPENAI_API_KEY);
      break;
  }
}

function plunge(depth: number): number {
  return plunge(depth + 1) + 1;
}

async function holdMemory(): Promise<void> {
  const held = Array.from({ length: 90 }, () => Buffer.alloc(10_000_000, 1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  held.length = 0;
}
