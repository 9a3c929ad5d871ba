import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { NODE_OPTIONS } from './src/platform/node-options.ts'

/** These measure times or memory: `npm test` runs them one after the other. */
export const timed = ['second-start', 'bodies', 'crash'].map((name) => `test/faults/${name}.test.ts`)

export const faults: ViteUserConfig['test'] & object = {
  name: 'faults',
  // Some open the embedded database in their own process.
  execArgv: NODE_OPTIONS,
  // The files of a worker share its modules.
  isolate: false,
  include: ['test/faults/**/*.test.ts'],
  exclude: timed,
  globalSetup: ['./test/temporary-folder.ts', './test/faults/prepared-database.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

// They stop and kill the built product: `npm test -- faults`.
export default defineConfig({ test: faults })
