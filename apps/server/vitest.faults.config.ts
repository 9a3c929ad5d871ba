import { defineConfig } from 'vitest/config'

// They stop and kill the built product, so they run alone: `npm test -- faults`.
export default defineConfig({
  test: {
    name: 'faults',
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['./test/temporary-folder.ts', './test/faults/prepared-database.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
