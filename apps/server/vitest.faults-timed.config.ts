import { defineConfig } from 'vitest/config'
import { faults, timed } from './vitest.faults.config.ts'

export default defineConfig({ test: { ...faults, name: 'faults-timed', include: timed, exclude: [] } })
