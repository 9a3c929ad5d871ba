// Plugins that an installation ships, for tests.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFEST = {
  apiId: 101,
  apiName: 'counting',
  name: 'Counting',
  description: 'Counts.',
  longDescription: 'Counts words.',
  page: 'index.html',
  scopes: ['read-chats', 'ask-in-new-chats'],
}

/** Puts a plugin into a data directory. */
export function ship(dataDir: string, id: string, change: object = {}): void {
  const folder = join(dataDir, 'static/plugins', id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plugin</title>')
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ id, ...MANIFEST, ...change }))
}
