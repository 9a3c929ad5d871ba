// One command runs every suite: `vitest run`, or `vitest run --project web`. The fault tests stop and
// kill the built product, so they run alone: `npm test -- faults`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'apps/server/vitest.config.ts',
      {
        test: {
          name: 'faults',
          root: './apps/server',
          include: ['test/faults/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: { name: 'web', root: './apps/web', include: ['src/**/*.test.{ts,tsx}'] },
      },
      { test: { name: 'packages', root: './packages', include: ['*/src/**/*.test.ts'] } },
    ],
  },
})
