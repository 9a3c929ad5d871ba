import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { Server } from '#test/server.ts'
import { SignInPage } from './sign-in-page.tsx'

// A menu that hides itself has nothing to focus, and the focus trap prints the whole page.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

test('the page to sign in has the name, the vendor and the languages of the installation', async () => {
  const server = new Server()
    .answer(contract.auth.setUpState, { needed: false, minimumPasswordStrength: 3 })
    .answer(contract.auth.ssoState, { enabled: false, name: '' })
  const config = {
    appName: 'Werkbank',
    version: '1.0.0',
    vendor: 'Stadtwerke Beispielstadt',
    languages: ['en', 'de'],
    dark: true,
  }
  const { user } = await openPage(<SignInPage />, { server, visitor: true, config })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Sign in · Werkbank'))
  expect(screen.getByText(/Werkbank 1\.0\.0 · Stadtwerke Beispielstadt/)).toBeTruthy()
  // The installation is dark, and nobody has chosen a theme.
  const theme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  await waitFor(() => expect(theme()).toBe('dark'))
  await user.click(screen.getByRole('button', { name: /^Language/ }))
  const menu = within(await screen.findByRole('menu', { hidden: true }))
  const languages = await menu.findAllByRole('menuitemradio', { hidden: true })
  expect(languages.map(({ textContent }) => textContent)).toEqual(['English', 'Deutsch'])
})
