// `npm start` runs the server; `npm run backup -- FILE` and `npm run restore -- FILE` run its commands.
import { onProductNode, runBuilt } from './enter.mjs'
import { isBuilt } from './parts.mjs'

await onProductNode(import.meta.url, { isBuilt: isBuilt() })
await runBuilt(process.argv.slice(2))
