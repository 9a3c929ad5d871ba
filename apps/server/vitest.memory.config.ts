import { defineConfig } from 'vitest/config'
import { builtPrograms } from '../../scripts/test/built-programs.mjs'
import { NODE_OPTIONS } from './src/platform/node-options.ts'
import { measuring, server } from './vitest.config.ts'

// Each file in a process of its own, with the options of the product.
export default defineConfig({
  plugins: [builtPrograms()],
  test: { ...server, name: 'memory', isolate: true, execArgv: NODE_OPTIONS, include: measuring, exclude: [] },
})
