// `npm start` runs the server; `npm run backup -- FILE` and `npm run restore -- FILE` run its commands.
import { onProductNode, runBuilt } from './enter.mjs'

await onProductNode(import.meta.url)
await runBuilt(process.argv.slice(2))
