// A build runs again exactly when one of its inputs has changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inputs } from './parts.mjs'
import { cache, root } from './root.mjs'
import { staleness } from './stale.mjs'

mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(path.join(cache, 'parts-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
  for (const name of Object.keys(inputs)) rmSync(path.join(cache, 'build', `${part(name).name}.json`))
})

const relative = (file) => path.relative(root, path.join(folder, file))
const write = (file, text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

/** The inputs of a build, in a temporary folder. */
const part = (name) => ({
  name: `test-${path.basename(folder)}-${name}`,
  inputs: inputs[name].map(relative),
  outputs: [relative('built.js')],
})

const OF_ALL = [
  'packages/contract/src/routes.ts',
  'packages/contract/package.json',
  'packages/client/src/client.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/parts.mjs',
]
const OF_SERVER = ['apps/server/src/main.ts', 'apps/server/package.json', 'apps/server/tsconfig.json']
const OF_WEB = [
  'apps/web/src/app/entry.ts',
  'apps/web/src/texts/en/ui.json',
  'apps/web/src/ui/base.css',
  'apps/web/public/service-worker.js',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/package.json',
]
const OF_WIDGET = ['apps/widget/src/main.ts', 'apps/widget/src/widget.css', 'apps/widget/vite.config.ts']
const kinds = {
  server: [...OF_SERVER, ...OF_ALL],
  web: [...OF_WEB, ...OF_ALL],
  widget: [...OF_WIDGET, ...OF_ALL],
}

test.each(Object.entries(kinds).flatMap(([name, files]) => files.map((file) => [name, file])))(
  'the build of %s is stale when %s has changed',
  (name, file) => {
    write('built.js', '')
    write(file, 'before')
    staleness(part(name)).done()
    expect(staleness(part(name)).stale).toBe(false)
    write(file, 'changed')
    expect(staleness(part(name)).stale).toBe(true)
    write(file, 'before')
    expect(staleness(part(name)).stale).toBe(false)
  },
)

test('a build is not stale when other files have changed', () => {
  write('built.js', '')
  staleness(part('web')).done()
  write('apps/server/src/main.ts', 'changed')
  write('docs/operating.md', 'changed')
  expect(staleness(part('web')).stale).toBe(false)
})
