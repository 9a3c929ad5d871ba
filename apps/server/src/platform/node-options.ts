/** The Node options for start.ts and for Vitest. V8 does not support changing them at run time (decisions 11 and 31). */
export const NODE_OPTIONS = [
  // One thread compiles the embedded database; several would keep 60 MB more.
  '--wasm-num-compilation-tasks=1',
  '--v8-pool-size=1',
  // V8 13.6 can free compiled WebAssembly twice and then aborts.
  '--no-wasm-code-gc',
  // A thread waits for these compilers, which wait for a garbage collection of that thread: a deadlock (decision 69).
  '--no-maglev',
  '--no-concurrent-sparkplug',
  // V8 would let garbage grow to a multiple of what is in use before it collects (decision 92).
  '--heap-growing-percent=30',
  // For platform/memory.ts.
  '--expose-gc',
  // As --enable-source-maps, with which `util.getCallSites` reads the map of the whole server, too: pino calls it (decision 187).
  '--import=data:text/javascript,import{setSourceMapsSupport}from"node:module";setSourceMapsSupport(true)',
]

/**
 * Settings of glibc's memory allocator, which reads them from the environment when a process starts. By default it takes ever
 * larger blocks from a heap that it can only shrink at its end (decision 11). A request body arrives in blocks of 64 kB.
 */
export const ALLOCATOR = {
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
}
