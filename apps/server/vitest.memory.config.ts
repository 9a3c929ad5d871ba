import { defineConfig } from 'vitest/config'
import { builtPrograms } from '../../scripts/test/built-programs.mjs'
import { measuring, server } from './vitest.config.ts'

// Each file in a process of its own.
export default defineConfig({
  plugins: [builtPrograms()],
  test: { ...server, name: 'memory', isolate: true, include: measuring, exclude: [] },
})
