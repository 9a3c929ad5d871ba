// One command runs every suite: `vitest run`, or `vitest run --project web`. The fault tests stop and
// kill the built product, so they run alone: `npm test -- faults`.
import { defineConfig } from 'vitest/config'
import { VitestFailures } from './scripts/test/vitest-failures.mjs'

// `npm test` counts what passed, and repeats what failed as its last lines.
const { TEST_REPORT: report, TEST_FAILURES: failures } = process.env

export default defineConfig({
  test: {
    globalSetup: ['./apps/server/test/temporary-folder.ts'],
    ...(report &&
      failures && { reporters: ['default', new VitestFailures(failures), ['json', { outputFile: report }]] }),
    projects: [
      'apps/server/vitest.config.ts',
      'apps/server/vitest.llama.config.ts',
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
      { test: { name: 'scripts', root: './scripts', include: ['**/*.test.mjs'] } },
      { test: { name: 'packages', root: './packages', include: ['*/src/**/*.test.ts'] } },
    ],
  },
})
