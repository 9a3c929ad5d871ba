import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // They run the built product, alone: the project `faults` of the root.
    exclude: ['test/faults/**'],
    globalSetup: ['./test/temporary-folder.ts', './test/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
