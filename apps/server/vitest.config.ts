import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // They run the built product, alone: the project `faults` of the root.
    exclude: ['test/faults/**'],
    globalSetup: ['./test/temporary-folder.ts', './test/global-setup.ts'],
    // A net for what hangs: on a slow machine with other work the longest takes most of a minute.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
