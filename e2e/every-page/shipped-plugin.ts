// The question what a plugin of the installation may do. The walk's installation ships none: its page gets one.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Entry } from './entry.ts'

const EXAMPLE = path.join(import.meta.dirname, '../../examples/plugins/word-count/plugin.json')
const CALL = '**/api/v1/plugins'

type TextByLanguage = Readonly<Record<string, string>>

/** Returns the example as the server lists it. */
function listed() {
  const { name, description, longDescription, ...manifest } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
    readonly name: TextByLanguage
    readonly description: TextByLanguage
    readonly longDescription: TextByLanguage
  }
  const wordsIn = (language: string) => ({
    name: name[language] ?? '',
    description: description[language] ?? '',
    longDescription: longDescription[language] ?? '',
  })
  const translations = { de: wordsIn('de'), bg: wordsIn('bg') }
  return { ...manifest, ...wordsIn('en'), translations, page: '/static/plugins/none.html', consent: null }
}

/** Opens an address anew, without what the page has read. */
async function load(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href)
  await page.locator('#start-up').waitFor({ state: 'detached' })
}

export const PLUGIN_CONSENT: Entry = {
  name: 'plugin-consent',
  async open({ page }) {
    const data = { plugins: [listed()] }
    await page.route(CALL, (route) => route.fulfill({ json: { messageContent: { meta: {}, data } } }))
    // Another page may have loaded the list that has none.
    await load(page, '/plugins/word-count')
  },
  ready: ({ page, words }) => page.getByRole('button', { name: words('plugins:consent.allow'), exact: true }),
  async close({ page }) {
    await page.unroute(CALL)
    await load(page, '/projects')
  },
}
