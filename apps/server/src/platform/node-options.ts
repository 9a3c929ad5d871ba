/**
 * What Node is started with, everywhere: by start.ts and, for tests, by Vitest. V8 does not support changing these while
 * it runs (decisions 11 and 31).
 */
export const NODE_OPTIONS = [
  // One thread compiles the embedded database instead of several, which keep what they used: 60 MB less.
  '--wasm-num-compilation-tasks=1',
  '--v8-pool-size=1',
  // V8 13.6 can free compiled WebAssembly twice, and aborts then.
  '--no-wasm-code-gc',
  // For platform/memory.ts.
  '--expose-gc',
  '--enable-source-maps',
]
