// `npm run pictures` takes the pictures of the README from the running demo.
import { onProductNode } from './enter.mjs'

await onProductNode(import.meta.url)
await import('../e2e/pictures.ts')
