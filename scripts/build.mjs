// `npm run build` builds what is stale; `npm run build -- --force` builds everything.
import { onProductNode } from './enter.mjs'

await onProductNode(import.meta.url)
const { build } = await import('./parts.mjs')
await build({ force: process.argv.includes('--force') })
