// Pages before signing in, and pages that an expired licence changes.
import { dialog, menuOf, type Entry } from './entry.ts'

export const SIGNED_OUT: readonly Entry[] = [
  {
    name: 'sign-in',
    as: 'stranger',
    at: () => '/sign-in',
    ready: ({ page }) => page.locator('input[type=password]'),
  },
  menuOf(
    'language',
    () => '/sign-in',
    ({ page }) => page.locator('button[aria-haspopup=menu]').last(),
    {
      as: 'stranger',
    },
  ),
  {
    name: 'test-page',
    as: 'stranger',
    at: () => '/test-page',
    unpictured: 'the browser, and times that are measured',
    ready: ({ page, words }) =>
      page.getByText(words('about:test.watch')).or(page.getByText(words('about:test.well'))),
  },
  {
    name: 'sign-in-refused',
    as: 'stranger',
    at: () => '/sign-in',
    open: async ({ page }) => {
      await page.locator('input[type=password]').fill('wrong')
      await page.locator('input[autocomplete=username]').fill('anna@example.org')
      await page.keyboard.press('Enter')
    },
    ready: ({ page }) => page.getByRole('alert'),
  },
  {
    name: 'set-up-done',
    as: 'stranger',
    at: () => '/set-up#key=somebody-elses',
    ready: ({ page, words }) => page.getByText(words('setup:done')),
  },
  {
    name: 'sign-in-before-set-up',
    as: 'newcomer',
    at: () => '/sign-in',
    ready: ({ page, words }) => page.getByText(words('session:waitingForSetUp')),
  },
  {
    name: 'set-up',
    as: 'newcomer',
    at: () => '/set-up#key=the-first',
    ready: ({ page }) => page.locator('input[type=password]'),
  },
  {
    name: 'dialog-license-expired',
    as: 'unlicensed',
    at: () => '/help?dialog=license-expired',
    ready: ({ page }) => dialog(page),
    part: dialog,
  },
  {
    name: 'chat-license-expired',
    as: 'unlicensed',
    at: (fixture) => fixture.at.empty,
    ready: ({ page, words }) => page.getByText(words('conversation:licenseExpired')),
  },
]
