import { defineConfig } from 'vitest/config'
import { measuring, server } from './vitest.config.ts'

// Each file in a process of its own.
export default defineConfig({
  test: { ...server, name: 'memory', isolate: true, include: measuring, exclude: [] },
})
