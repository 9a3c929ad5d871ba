// Runs one of the product's own commands, such as `npm run backup -- FILE`.
import { onProductNode, runBuilt } from './enter.mjs'

await onProductNode(import.meta.url)
const [name = '', ...args] = process.argv.slice(2)
await runBuilt(name, args)
