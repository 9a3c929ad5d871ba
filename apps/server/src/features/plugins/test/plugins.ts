// Shipped plugins, for the tests of several files.
import { contract, PLUGIN_HEADER, type ShippedPlugin } from '@polylogue/contract'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestUser } from '#test/test-app.ts'

export const GOOD = {
  apiId: 101,
  apiName: 'counting',
  name: 'Counting',
  description: 'Counts.',
  longDescription: 'Counts words.',
  page: 'index.html',
  scopes: ['read-chats', 'ask-in-new-chats'],
}
export const as = (plugin: string) => ({ headers: { [PLUGIN_HEADER]: plugin } })

export function pluginsIn(on: () => { anna: TestUser; root: string }) {
  function ship(id: string, change: object = {}, manifest?: string) {
    const folder = join(on().root, id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script src="run.js"></script>')
    writeFileSync(join(folder, 'run.js'), 'run()')
    writeFileSync(join(folder, 'plugin.json'), manifest ?? JSON.stringify({ id, ...GOOD, ...change }))
    return folder
  }
  const allow = (id: string, scopes = GOOD.scopes as ShippedPlugin['scopes'], client = on().anna.client) =>
    client.call(contract.plugins.allow, { params: { id }, body: { scopes } })
  const own = () => ({ params: { id: on().anna.id }, query: {} })
  return { ship, allow, own }
}
