// Code of the configuration page that does not arrive: it is asked for again, and the page says when that cannot help.
import type { ConfigurationValue } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'

/** The parts that were asked for. */
const asked: string[] = []

/** What a browser says; the page asks whether the file is there by now. */
const lost = (name: string) =>
  new Error(`Failed to fetch dynamically imported module: http://page.test/static/${name}.js`)

// Other files have the same modules: what failed here is forgotten.
afterEach(() => {
  vi.doUnmock('./mail-test.tsx')
  vi.doUnmock('./change-dialog.tsx')
  vi.resetModules()
})

/** Opens the page of configuration values with modules of its own: a part that was loaded before is not loaded again. */
async function open(only: Partial<ConfigurationValue>) {
  asked.length = 0
  vi.resetModules()
  vi.doMock('./mail-test.tsx', () => ({
    get MailTest() {
      if (asked.push('mail-test') === 1) throw lost('mail-test')
      return () => <p>Mail test</p>
    },
  }))
  vi.doMock('./change-dialog.tsx', () => ({
    get ChangeDialog() {
      asked.push('change-dialog')
      throw lost('change-dialog')
    },
  }))
  const { openPage } = await import('#test/page.tsx')
  const { serverOf } = await import('#test/server.ts')
  const { ConfigurationValues } = await import('./configuration-page.tsx')
  const value: ConfigurationValue = {
    key: 'mail.host',
    group: 'operation',
    section: 'the-configuration-file',
    value: '[]',
    isSecret: false,
    isSet: true,
    source: 'file',
    variable: null,
    form: null,
    ...only,
  }
  return openPage(<ConfigurationValues />, {
    server: serverOf()
      .answer(contract.configuration.get, { configuration: { path: '/data/config.json', values: [value] } })
      .file('mail-test.js', '')
      .file('change-dialog.js', ''),
  })
}

test('a part whose code was lost once is loaded again', async () => {
  await open({ key: 'mail.host' })
  await screen.findByText('Mail test')
  expect(asked).toEqual(['mail-test', 'mail-test'])
})

test('a dialog whose code stays lost is asked for again, and the page says so', async () => {
  const { user } = await open({ key: 'allowedHosts', form: { kind: 'lines' } })
  await user.click(await screen.findByRole('button', { name: /^Change: / }))
  await screen.findByText('This page could not be displayed.')
  expect(asked).toEqual(['change-dialog', 'change-dialog'])
})
