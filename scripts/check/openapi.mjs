// docs/openapi.json must match the document generated from the contract, so that reviews show changed calls.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../root.mjs'

export async function openApi({ write }) {
  const { openApiDocument } = await import(pathToFileURL(inRoot('packages/contract/src/openapi.ts')).href)
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const document = await openApiDocument(version)
  const fresh = `${JSON.stringify(document, null, 2)}\n`
  const file = inRoot('docs/openapi.json')
  if (write) writeFileSync(file, fresh)
  const same = existsSync(file) && readFileSync(file, 'utf8') === fresh
  return {
    seen: Object.values(document.paths).flatMap((operations) => Object.keys(operations)).length,
    problems: same
      ? []
      : ['docs/openapi.json is not what the contract says; npm run check -- openapi --write writes it.'],
  }
}
