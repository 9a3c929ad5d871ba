import { onProductNode, runBuilt } from './enter.mjs'

await onProductNode(import.meta.url)
await runBuilt('main', process.argv.slice(2))
