import { defineConfig } from 'vitest/config'
import { server } from './vitest.config.ts'

// `npm test` leaves them to `npm run test:full`: a browser test of each run asks a real model. Both set TEST_REPORT.
const isShort = process.env['TEST_REPORT'] !== undefined && process.env['TEST_FULL'] !== '1'

// Models for real. Their processes come second to whatever else computes, so beside a busy file they hardly move:
// they run after all others, one file after the other.
export default defineConfig({
  test: {
    ...server,
    name: 'llama',
    include: isShort ? [] : ['src/**/*.llama.test.ts'],
    exclude: [],
    fileParallelism: false,
    sequence: { groupOrder: 1 },
    // A machine that does other things at the same time leaves them a tenth of a core.
    testTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
  },
})
