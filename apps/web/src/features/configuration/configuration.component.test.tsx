import type { ConfigurationValue } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ConfigurationValues } from './configuration-page.tsx'
import { enteredOf, sentOf } from './values.ts'

const value = (key: string, more: Partial<ConfigurationValue> = {}): ConfigurationValue => ({
  key,
  group: 'people',
  section: 'the-configuration-file',
  value: null,
  isSecret: false,
  isSet: more.value !== undefined,
  source: 'default',
  variable: null,
  form: null,
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
    server: serverOf().answer(contract.configuration.get, {
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
  expect(cells('allowSignUp').slice(0, 3)).toEqual(['allowSignUpSign-up', 'false', 'Default'])
  expect(cells('sso.clientSecret').slice(1, 3)).toEqual([
    'set, not shown',
    'EnvironmentPOLYLOGUE_SSO_CLIENT_SECRET',
  ])
  expect(cells('sso.issuer')[1]).toBe('not set')
  expect(cells('providers')[2]).toBe('Configuration file')
  expect(screen.getByText('#model-servers')).toBeTruthy()
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
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getByRole('table', { name: 'People and sign-in' })).toBeTruthy()
})

const bin = value('recycleBin.keepDays', {
  group: 'chats',
  value: '30',
  form: { kind: 'number', min: 0, max: 3_650 },
})
const openDialog = async (one: ConfigurationValue) => {
  const server = serverOf().answer(contract.configuration.get, {
    configuration: { path: '/data/config.json', values: [one, value('sso.issuer')] },
  })
  const opened = await openPage(<ConfigurationValues />, { server })
  await opened.user.click(await screen.findByRole('button', { name: /^Change: / }))
  return { ...opened, server, dialog: within(await screen.findByRole('dialog')) }
}

test('only what can be changed has a button, and a change shows its new value and place', async () => {
  const { user, server, dialog } = await openDialog(bin)
  expect(screen.getAllByRole('button', { name: /^Change: /, hidden: true }).length).toBe(1)
  const field = dialog.getByRole('textbox', { name: 'Value' })
  await user.clear(field)
  await user.type(field, '9999')
  expect(dialog.getByRole('alert').textContent).toContain('0 to 3,650')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.clear(field)
  await user.type(field, '7')
  const changed: ConfigurationValue = { ...bin, value: '7', source: 'page' }
  server.answer(contract.configuration.update, {
    configuration: { path: '/data/config.json', values: [changed] },
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(cells('recycleBin.keepDays')[1]).toBe('7'))
  expect(cells('recycleBin.keepDays')[2]).toBe('Changed here')
  expect(server.sentTo(contract.configuration.update)).toEqual([{ key: 'recycleBin.keepDays', value: 7 }])
})

test('a refused change keeps what was typed, with the reason', async () => {
  const hosts = value('allowedHosts', { group: 'sources', value: '[]', form: { kind: 'lines' } })
  const { user, server, dialog } = await openDialog(hosts)
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Value' })
  await user.type(field, 'wiki.intern{enter}10.0.0.0/33')
  server.refuse(contract.configuration.update, { status: 400, errorCode: 'VALIDATION_FAILED' })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('alert')
  expect(field.value).toBe('wiki.intern\n10.0.0.0/33')
})

test('a changed value can go back to the default', async () => {
  const { user, server, dialog } = await openDialog({ ...bin, value: '7', source: 'page' })
  server.answer(contract.configuration.update, {
    configuration: { path: '/data/config.json', values: [bin] },
  })
  await user.click(dialog.getByRole('button', { name: 'Use the default' }))
  await vi.waitFor(() => expect(cells('recycleBin.keepDays')[2]).toBe('Default'))
  expect(server.sentTo(contract.configuration.update)).toEqual([{ key: 'recycleBin.keepDays', value: null }])
})

test('values are shown and sent in the form of their kind', () => {
  const languages = { value: '["en","de"]', form: { kind: 'choices' as const, choices: ['en', 'de', 'bg'] } }
  expect(enteredOf(languages)).toEqual(['en', 'de'])
  expect(sentOf([], languages.form)).toBeUndefined()
  expect(sentOf(' a \n\n b', { kind: 'lines' })).toEqual(['a', 'b'])
  expect(sentOf('4', { kind: 'choice', choices: ['6', '4'] })).toBe(4)
  const number = { kind: 'number', min: 0, max: 10 } as const
  expect(['', 'x', '1.5', '11', '10', '0'].map((text) => sentOf(text, number))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    10,
    0,
  ])
})

test('where a mail server is set, a test e-mail goes to oneself, or says the reason (MAIL-1)', async () => {
  const host = value('mail.host', {
    group: 'operation',
    section: 'e-mail',
    value: '"smtp.intern"',
    source: 'file',
  })
  const server = serverOf().answer(contract.configuration.get, {
    configuration: { path: '/data/config.json', values: [host] },
  })
  const { user } = await openPage(<ConfigurationValues />, { server })
  const button = await screen.findByRole('button', { name: 'Send test e-mail' })
  server.answer(contract.digest.test, { to: 'anna@example.org' })
  await user.click(button)
  await screen.findByText('Test e-mail sent to anna@example.org')
  server.refuse(contract.digest.test, {
    status: 502,
    errorCode: 'MAIL_FAILED',
    params: { reason: '535 no such user' },
  })
  await user.click(button)
  await screen.findByText(/The mail server says: 535 no such user/)
})

test('without a mail server there is no such button (MAIL-1)', async () => {
  const server = serverOf().answer(contract.configuration.get, {
    configuration: { path: '/data/config.json', values: [value('mail.host', { group: 'operation' })] },
  })
  await openPage(<ConfigurationValues />, { server })
  await screen.findByRole('table', { name: 'Operation and limits' })
  expect(screen.queryByRole('button')).toBe(null)
})
