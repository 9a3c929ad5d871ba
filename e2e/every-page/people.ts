// The user's own profile, another user's profile, their dialogs, and pages before or instead of the app.
import { dialog, dialogAt, type Entry } from './entry.ts'
import { PLUGIN_CONSENT } from './shipped-plugin.ts'

const me = () => '/users/me'

export const PEOPLE: readonly Entry[] = [
  {
    name: 'plugins',
    at: () => '/plugins',
    ready: ({ page }) => page.getByRole('switch').last(),
  },
  {
    name: 'plugin',
    at: () => '/plugins/translate',
    ready: ({ page }) => page.getByRole('switch'),
  },
  PLUGIN_CONSENT,
  {
    name: 'notifications',
    at: () => '/notifications',
    ready: ({ page, words }) => page.getByRole('button', { name: words('notifications:deleteAll') }),
    unpictured: 'a list of what the seed leaves; its rows are tested in notifications.test.ts',
  },
  dialogAt('notification-settings', () => '/notifications', {
    unpictured: 'switches, as in other dialogs',
  }),
  {
    name: 'bookmarks',
    at: () => '/users/me/bookmarks',
    ready: ({ page, words }) => page.getByRole('button', { name: words('bookmarks:add') }),
  },
  {
    name: 'shares-own',
    at: () => '/users/me/shares',
    ready: ({ page, words }) => page.getByText(words('shares:empty')),
    unpictured: 'an empty list; its rows are tested in share-links.test.ts',
  },
  {
    name: 'bin',
    at: () => '/bin',
    ready: ({ page, words }) => page.getByText(words('bin:empty')),
    unpictured: 'an empty list; its rows are tested in archive.test.ts',
  },
  {
    name: 'stats',
    at: () => '/stats?whose=everybody',
    ready: ({ page, words }) => page.getByRole('table', { name: words('usage:byGroup') }),
  },
  {
    name: 'profile-own',
    at: me,
    ready: ({ page, words }) => page.getByText(words('users:sessions.current')),
  },
  {
    name: 'profile-no-match',
    open: ({ page }) => page.getByRole('main').getByRole('searchbox').fill('qwertz'),
    ready: ({ page, words }) => page.getByText(words('users:actions.noMatch', { text: 'qwertz' })),
    unpictured: 'the same page with a line in the place of its tiles',
  },
  dialogAt('edit-user', me),
  {
    name: 'dialog-edit-user-wrong',
    open: ({ page }) => dialog(page).getByRole('textbox').first().fill('Superuser'),
    ready: ({ page, words }) => page.getByText(words('users:reserved')),
    part: dialog,
    close: async ({ page, words }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
    },
  },
  dialogAt('change-password', me),
  {
    name: 'dialog-change-password-weak',
    open: async ({ page }) => {
      await dialog(page).locator('input[autocomplete=new-password]').first().fill('password')
    },
    ready: ({ page, words }) => dialog(page).getByText(new RegExp(`^${words('users:password.veryWeak')}`)),
    part: dialog,
    close: async ({ page, words }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
    },
  },
  dialogAt('permissions', me, { ready: ({ page }) => dialog(page).getByRole('listitem').nth(5) }),
  dialogAt('startup-options', me),
  {
    name: 'dialog-startup-options-wrong',
    open: async ({ page }) => {
      await dialog(page).getByRole('radio').last().check()
      await dialog(page).getByRole('textbox').fill('//example.org')
    },
    ready: ({ page, words }) => page.getByText(words('startup:uriWrong')),
    part: dialog,
    close: async ({ page, words }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
    },
  },
  {
    name: 'sign-up-off',
    as: 'stranger',
    at: () => '/sign-up',
    ready: ({ page, words }) => page.getByText(words('users:signUp.off')),
  },
  {
    name: 'sign-in-sso-failed',
    as: 'stranger',
    at: () => '/sign-in/sso?code=x&state=y',
    ready: ({ page }) => page.getByRole('alert'),
  },
]
