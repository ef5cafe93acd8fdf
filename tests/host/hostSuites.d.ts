/** Made by `bundleHostTests.ts`: every `*.hostTest.ts` of this folder. */
declare module 'host-suites' {
  /** Runs the bodies of the suite files, which register their tests with Mocha. */
  export function loadSuites(): void;
}
