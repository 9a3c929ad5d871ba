import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { builtPrograms } from '../../scripts/test/built-programs.mjs'
import { NODE_OPTIONS } from './src/platform/node-options.ts'

/** These measure the memory or the CPU time of their process, so they have a process of their own. */
export const measuring = [
  'src/platform/db/pglite/memory.test.ts',
  'src/platform/db/pglite/server.test.ts',
  'src/platform/documents/bombs.test.ts',
  'src/platform/outbound/responses.test.ts',
  'test/crawl/large-replies.test.ts',
  'test/crawl/v1-embeddings.test.ts',
  'test/crawl/worst-inputs.test.ts',
]

/** Collecting garbage as early as the product does takes a fifth of the CPU time of these tests (decision 171). */
const roomy = NODE_OPTIONS.filter((option) => !option.startsWith('--heap-growing-percent'))

/** Files of this folder that the step `unit` of `npm test` leaves to the step `postgres`. */
const leftOut = process.env['TEST_LEFT_OUT']?.split(',') ?? []

export const server: ViteUserConfig['test'] & object = {
  name: 'server',
  execArgv: roomy,
  // The files of a worker share its process: importing the server for each file would take longer than the tests.
  isolate: false,
  include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  // Others run the built product, alone (the project `faults` of the root), or models (vitest.llama.config.ts).
  exclude: ['test/faults/**', '**/*.llama.test.ts', ...measuring, ...leftOut],
  globalSetup: ['./test/temporary-folder.ts', './test/global-setup.ts'],
  // A net for what hangs: on a slow machine with other work the longest takes most of a minute.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({ plugins: [builtPrograms()], test: server })
