import type { BrandingState } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import type { BrandingChange } from './api.ts'
import { BrandingSettings } from './branding-settings.tsx'

const NONE: BrandingState = {
  customer: 'werke',
  version: '',
  isBroken: false,
  name: '',
  signInText: '',
  colours: null,
  logo: { light: null, dark: null },
  customStylesheet: null,
}

const open = async (stored: Partial<BrandingState> = {}, language: 'en' | 'de' = 'en') => {
  const server = serverOf().answer(contract.branding.get, { branding: { ...NONE, ...stored } })
  const page = await openPage(<BrandingSettings />, { server, language })
  await screen.findByRole('button', { name: language === 'en' ? 'Save branding' : /speichern/ })
  return { ...page, server }
}
const sentOf = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.requests.find(({ method }) => method === 'PUT')?.body as BrandingChange
const group = (name: string) => within(screen.getByRole('group', { name }))

test('names, text, logo, colours and stylesheet are sent as they were chosen (BRAND-4)', async () => {
  const page = await open()
  const { user, server } = page
  server.answer(contract.branding.update, { branding: { ...NONE, version: 'next' } })
  await user.type(screen.getByLabelText('Name of the organisation'), 'Stadtwerke')
  await user.type(screen.getByLabelText('Text on the sign-in page'), 'Hotline 4711')
  const svg = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })
  await user.upload(screen.getByLabelText('Logo on light pages', { selector: 'input' }), svg)
  const css = new File(['.x{}'], 'our.css', { type: 'text/css' })
  await user.upload(screen.getByLabelText('Stylesheet', { selector: 'input' }), css)
  await user.click(screen.getByRole('checkbox', { name: 'Own colours' }))
  const colour = screen.getByRole('textbox', { name: 'Colour of buttons' })
  await user.clear(colour)
  await user.type(colour, '#FFDD00')
  expect(screen.getByText(/Text on buttons: \d+\.\d : 1 light/)).toBeTruthy()
  await group('Logo on light pages').findByText('logo.svg')
  await user.click(screen.getByRole('button', { name: 'Save branding' }))
  await waitFor(() => expect(sentOf(page)).toBeDefined())
  const { colours, ...sent } = sentOf(page)
  expect(sent).toEqual({
    version: '',
    name: 'Stadtwerke',
    signInText: 'Hotline 4711',
    logo: { light: btoa('<svg/>') },
    customStylesheet: '.x{}',
  })
  expect(colours).toMatchObject({ fill: '#ffdd00', accent: '#a855f7' })
  expect(colours?.light['on-fill']).toMatch(/^#/)
  await screen.findByText(/Branding saved/)
})

test('the previews show the sign-in page, a chat and a shared page before anything is saved', async () => {
  const { user, server } = await open({ logo: { light: 'l.svg', dark: null } })
  await user.type(screen.getByLabelText('Text on the sign-in page'), 'Hotline 4711')
  const signIn = within(screen.getByRole('figure', { name: 'Sign-in' }))
  expect(signIn.getByText('Hotline 4711')).toBeTruthy()
  for (const name of ['Sign-in', 'Chat', 'Shared page'])
    expect(screen.getByRole('figure', { name }).querySelector('img')?.getAttribute('src')).toBe(
      '/static/customer-branding/werke/l.svg',
    )
  await user.click(group('Logo on light pages').getByRole('button', { name: 'Remove' }))
  expect(screen.getByRole('figure', { name: 'Chat' }).querySelector('img')).toBeNull()
  expect(server.requests.some(({ method }) => method !== 'GET')).toBe(false)
})

test('the previews have the name and the colours that are not saved yet', async () => {
  const { user } = await open()
  await user.type(screen.getByLabelText('Name of the organisation'), 'Stadtwerke')
  for (const name of ['Sign-in', 'Shared page'])
    expect(within(screen.getByRole('figure', { name })).getByText('Stadtwerke')).toBeTruthy()
  const fills = () =>
    ['Sign-in', 'Chat', 'Shared page'].map((name) =>
      screen
        .getByRole('figure', { name })
        .querySelector<HTMLElement>('[aria-hidden]')
        ?.style.getPropertyValue('--pl-fill'),
    )
  await user.click(screen.getByRole('checkbox', { name: 'Own colours' }))
  const [before] = fills()
  const colour = screen.getByRole('textbox', { name: 'Colour of buttons' })
  await user.clear(colour)
  await user.type(colour, '#006633')
  expect(before).toMatch(/^#/)
  expect(fills()).toEqual(['#006633', '#006633', '#006633'])
})

test('a file that cannot be read is named, and a stylesheet does not hide this page (BRAND-4)', async () => {
  const links = ['colours-0123456789ab.css', 'our.css'].map((name) =>
    Object.assign(document.createElement('link'), {
      rel: 'preload',
      href: `/static/customer-branding/werke/${name}`,
    }),
  )
  for (const link of links) link.dataset['branding'] = ''
  document.body.append(...links)
  await open({ isBroken: true })
  expect(screen.getByText(/branding.json on the server cannot be read/)).toBeTruthy()
  expect(links.map(({ disabled }) => Boolean(disabled))).toEqual([false, true])
  for (const link of links) link.remove()
})

test('an invalid colour is named and not sent', async () => {
  const page = await open()
  await page.user.click(screen.getByRole('checkbox', { name: 'Own colours' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Colour of buttons' }), '{Backspace}')
  await page.user.click(screen.getByRole('button', { name: 'Save branding' }))
  expect(screen.getByRole('textbox', { name: 'Colour of buttons' }).getAttribute('aria-invalid')).toBe('true')
  expect(sentOf(page)).toBeUndefined()
})

test('the branding is reset after a question', async () => {
  const { user, server } = await open({ version: 'v', name: 'Werke' })
  server.answer(contract.branding.reset, {})
  server.answer(contract.branding.get, { branding: NONE })
  await user.click(screen.getByRole('button', { name: 'Reset to default' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Reset to default' }))
  await waitFor(() => expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(true))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Name of the organisation').value).toBe(''),
  )
})
