import type { ConfigurationValue } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ConfigurationValues } from './configuration-page.tsx'

const value = (key: string, more: Partial<ConfigurationValue> = {}): ConfigurationValue => ({
  key,
  group: 'people',
  section: 'the-configuration-file',
  value: null,
  isSecret: false,
  isSet: more.value !== undefined,
  source: 'default',
  variable: null,
  ...more,
})

const values = [
  value('allowSignUp', { value: 'false' }),
  value('sso.clientSecret', {
    isSecret: true,
    isSet: true,
    source: 'environment',
    variable: 'POLYLOGUE_SSO_CLIENT_SECRET',
  }),
  value('sso.issuer'),
  value('providers', { group: 'models', section: 'model-servers', value: '[]', source: 'file' }),
]

const open = () =>
  openPage(<ConfigurationValues />, {
    server: serverOf().answer(contract.system.configuration, {
      configuration: { path: '/data/config.json', values },
    }),
  })

const cells = (key: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${key}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('each key has its value, where it comes from and its documentation', async () => {
  await open()
  await screen.findByRole('table', { name: 'People and sign-in' })
  expect(screen.getByText('/data/config.json')).toBeTruthy()
  expect(screen.getByText('docs/operating.md')).toBeTruthy()
  expect(cells('allowSignUp').slice(0, 3)).toEqual(['allowSignUp', 'false', 'Default'])
  expect(cells('sso.clientSecret').slice(1, 3)).toEqual([
    'set, not shown',
    'EnvironmentPOLYLOGUE_SSO_CLIENT_SECRET',
  ])
  expect(cells('sso.issuer')[1]).toBe('not set')
  expect(cells('providers')[2]).toBe('Configuration file')
  expect(cells('providers')[3]).toContain('#model-servers')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/admin/providers')
})

test('the search keeps what has the text, and says when nothing has it', async () => {
  const { user } = await open()
  const search = await screen.findByRole('searchbox', { name: 'Find a key or value' })
  await user.type(search, 'SSO_CLIENT')
  expect(screen.getAllByRole('row').length).toBe(2)
  await user.type(search, 'qwertz')
  expect(screen.getByRole('status').textContent).toContain('qwertz')
  expect(screen.queryByRole('table')).toBe(null)
})
