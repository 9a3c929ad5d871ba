// `npm start` runs the server; `npm run backup -- FILE` and `npm run restore -- FILE` run its commands. `npm start -- --demo`
// runs it with the people, documents and scripted models of `demo`, in a data directory of its own.
import { onProductNode, runBuilt } from './enter.mjs'
import { isBuilt } from './parts.mjs'
import { inRoot } from './root.mjs'

await onProductNode(import.meta.url, { isBuilt: isBuilt() })
const args = process.argv.slice(2)
const isDemo = args.includes('--demo')
await runBuilt(
  args.filter((argument) => argument !== '--demo'),
  isDemo ? [inRoot('demo/main.ts')] : [],
)
