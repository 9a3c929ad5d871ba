// One command runs every suite: `vitest run`, or `vitest run --project web`.
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.mjs'
import { VitestFailures } from './scripts/test/vitest-failures.mjs'

// `npm test` counts what passed, and repeats what failed as its last lines.
const { TEST_REPORT: report, TEST_FAILURES: failures } = process.env

// They load React's DOM with a window of their own.
const alone = [
  'src/lib/texts.test.tsx',
  'src/lib/store.test.tsx',
  'src/features/conversation/files/use-files.test.tsx',
  'src/features/media/upload/use-sorted-files.test.tsx',
]

/** Returns the files of `apps/web` that set up a page without a layout. */
const inPage = (names: readonly string[]) =>
  names.map((name) => `${import.meta.dirname}/apps/web/src/test/${name}.ts`)

function web(test: ViteUserConfig['test']) {
  return { extends: './apps/web/vite.config.ts', test: { root: './apps/web', ...test } }
}

export default defineConfig({
  test: {
    globalSetup: ['./apps/server/test/temporary-folder.ts'],
    sequence: { sequencer: LongestFirst },
    ...(report &&
      failures && { reporters: ['default', new VitestFailures(failures), ['json', { outputFile: report }]] }),
    projects: [
      'apps/server/vitest.config.ts',
      'apps/server/vitest.memory.config.ts',
      'apps/server/vitest.llama.config.ts',
      'apps/server/vitest.faults.config.ts',
      'apps/server/vitest.faults-timed.config.ts',
      // The files of a worker share its modules, except those that change a module's state for all.
      web({
        name: 'web',
        isolate: false,
        include: ['src/**/*.test.{ts,tsx}'],
        exclude: [...alone, 'src/**/*.component.test.tsx'],
        setupFiles: inPage(['end-texts']),
      }),
      web({ name: 'web-alone', include: alone }),
      // Components in a page of their own (decision 137).
      web({
        name: 'components',
        isolate: false,
        environment: 'happy-dom',
        setupFiles: inPage(['boxes', 'empty-document', 'end-timers']),
        include: ['src/**/*.component.test.tsx'],
        testTimeout: 60_000,
      }),
      {
        test: {
          name: 'scripts',
          root: './scripts',
          isolate: false,
          testTimeout: 60_000,
          include: ['**/*.test.mjs'],
        },
      },
      {
        extends: './apps/widget/vite.config.ts',
        test: {
          name: 'widget',
          root: './apps/widget',
          environment: 'happy-dom',
          setupFiles: inPage(['end-timers']),
          testTimeout: 60_000,
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'packages',
          root: './packages',
          isolate: false,
          testTimeout: 60_000,
          include: ['*/src/**/*.test.ts'],
        },
      },
    ],
  },
})
