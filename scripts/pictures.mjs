// `npm run pictures` takes the pictures of the README and of the help from the running demo; with `-- --check` it only says whether
// the page has changed since they were taken.
import { writeFileSync } from 'node:fs'
import { onProductNode } from './enter.mjs'
import { shownNow, TAKEN, withCurrentPictures } from './pictures-of.mjs'
import { inRoot } from './root.mjs'

await onProductNode(import.meta.url)
if (process.argv.includes('--check'))
  await withCurrentPictures().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
else {
  const shown = await shownNow()
  await import('../e2e/pictures.ts')
  writeFileSync(inRoot(TAKEN), `${shown}\n`)
}
