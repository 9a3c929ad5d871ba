import { defineConfig } from 'vitest/config'
import { builtPrograms } from '../../scripts/test/built-programs.mjs'
import { server } from './vitest.config.ts'

// One file asks real models through HTTP; `npm test` leaves the others to `npm run test:full`. Both set TEST_REPORT.
const repeats = ['src/engines/embedded/*.llama.test.ts', 'src/features/models/catalogue.llama.test.ts']
const isShort = process.env['TEST_REPORT'] !== undefined && process.env['TEST_FULL'] !== '1'

// Models for real. Their processes come second to whatever else computes, so beside a busy file they hardly move:
// they run after all others, one file after the other.
export default defineConfig({
  plugins: [builtPrograms()],
  test: {
    ...server,
    name: 'llama',
    include: ['src/**/*.llama.test.ts'],
    exclude: isShort ? repeats : [],
    fileParallelism: false,
    sequence: { groupOrder: 1 },
    // A machine that does other things at the same time leaves them a tenth of a core.
    testTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
  },
})
