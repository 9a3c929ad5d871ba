import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#lib/translations.ts'
import { staticFileKey } from '#lib/static-file.ts'
import shortcuts from '#texts/en/shortcuts.json' with { type: 'json' }
import { readShortcuts } from './list.ts'
import { ShortcutList } from './shortcut-list.tsx'

const file = new URL('../../../../server/static/data/keyboard-shortcuts/en.json', import.meta.url)

beforeAll(() => {
  translations.start({ language: 'en', texts: { shortcuts } })
})
afterEach(() => vi.unstubAllGlobals())

/** Returns the listed keys of a shortcut for a browser and operating system. */
function listed(name: string, navigator: { userAgent: string; platform: string }): string {
  vi.stubGlobal('navigator', navigator)
  const cache = new QueryClient()
  const known = readShortcuts(JSON.parse(readFileSync(file, 'utf8')))
  cache.setQueryData(staticFileKey('data/keyboard-shortcuts/{lang}.json', 'en'), known)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <ShortcutList />
    </QueryClientProvider>,
  )
  const row = html.split('<li').find((one) => one.includes(name)) ?? ''
  return row
    .slice(row.indexOf('</span>'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const LINUX = 'Linux x86_64'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

test.each([
  ['Chrome on Linux', { userAgent: CHROME, platform: LINUX }, 'Ctrl Shift P or Ctrl Shift L'],
  ['Firefox', { userAgent: FIREFOX, platform: LINUX }, 'Ctrl Shift L or Ctrl Shift P'],
])('lists the keys that work first: %s', (_, navigator, printed) => {
  expect(listed('New chat or project', navigator)).toBe(printed)
})
