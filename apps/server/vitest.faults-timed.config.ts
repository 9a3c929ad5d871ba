import { defineConfig } from 'vitest/config'
import { faults, timed } from './vitest.faults.config.ts'

// With the compilers of the product: they measure it.
export default defineConfig({
  test: { ...faults, name: 'faults-timed', env: {}, include: timed, exclude: [] },
})
