// Provokes the messages of the shell (PAGE-5).
import { expect } from '@playwright/test'
import { ANNA } from '../anna.ts'
import { button, inDialog, type Said } from './said.ts'

/** The smallest size that is too large: a photo must be smaller than 512,000 bytes. */
const LARGE_PHOTO = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(512_000) }

export const SHELL: readonly Said[] = [
  {
    sentence:
      'Invalid sign-in credentials. Please, make sure you are using the correct username and password.',
    example: true,
    path: '/sign-in',
    nobody: true,
    async act(page) {
      await page.getByLabel('User name or e-mail').fill(ANNA.email)
      await page.getByLabel('Password', { exact: true }).fill('not-this-one')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
  },
  {
    sentence: 'Setting not stored',
    example: true,
    path: '/users/me',
    fails: [['PUT', /\/settings\/\d+\/setting$/]],
    act: (page) => page.getByRole('switch', { name: 'Pro mode' }).click(),
  },
  { sentence: 'User with ID 999 does not exist.', path: '/users/999', leadsTo: '/users', example: true },
  { sentence: 'Redirecting you to the User Management page.', path: '/users/999', leadsTo: '/users' },
  { sentence: 'Cannot get user', path: '/users/2', fails: [['GET', /api\/v1\/users\/2$/]] },
  {
    sentence: 'Cannot update profile',
    path: '/users/me',
    fails: [['PUT', /\/users\/1$/]],
    async act(page) {
      await button(page, 'Edit profile').click()
      await page.getByRole('dialog').getByLabel('First name').fill('Anne')
      await inDialog(page, 'Save').click()
    },
  },
  {
    sentence: 'Cannot get user card actions',
    path: '/users/me',
    fails: [['GET', /user-card-me-actions\.json/, 500]],
  },
  {
    sentence: 'Cannot load projects',
    path: '/projects',
    fails: [['GET', /\/users\/1\/projects/]],
    example: true,
  },
  {
    sentence: 'You don’t have chats or projects yet',
    path: '/projects',
    fails: [['GET', /\/users\/1\/projects/, 404]],
    problem: { errorCode: 'NONE_FOUND', errorMessage: 'There are no projects.' },
  },
  {
    sentence: 'Cannot sort models',
    example: true,
    path: '/admin/models-crud',
    fails: [['POST', /\/models\/sort$/]],
    async act(page) {
      await button(page, 'Change order').click()
      await button(page, /^Move .* down$/).click()
      await button(page, 'Save order').click()
    },
  },
  {
    sentence: 'Cannot get model tags',
    path: '/admin/models-crud',
    fails: [['GET', /\/models\/\d+\/deployment$/]],
    act: (page) => button(page, /^Tags of script/).click(),
  },
  {
    sentence: 'Could not load group contexts',
    path: '/admin/context-management',
    fails: [['GET', /\/contexts\/teams/]],
  },
  {
    sentence: 'Cannot create/update context',
    path: '/admin/context-management',
    fails: [['POST', /\/contexts$/]],
    async act(page) {
      await button(page, 'New group').click()
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Sellers')
      await inDialog(page, 'Create group').click()
    },
  },
  {
    sentence: 'Cannot delete context',
    path: '/admin/context-management',
    fails: [['DELETE', /\/contexts\/\d+$/]],
    async act(page) {
      await button(page, 'Delete Buyers').click()
      await inDialog(page, 'Delete group').click()
    },
  },
  { sentence: 'Unauthorized', path: '/errors/403', example: true },
  // Keeps the typo of the catalogue on purpose.
  { sentence: "You don' have sufficient rights to view the requested content", path: '/errors/403' },
  { sentence: 'This plugin is not available', path: '/plugins/nothing' },
  { sentence: 'The requested plugin nothing does not exist', path: '/plugins/nothing', example: true },
  { sentence: '“/static/md/en/help/nothing.md” not found.', path: '/help/nothing' },
  {
    sentence:
      'Cannot load src /static/md/en/help/tabs.md Please, check the requested resource and reload app.',
    path: '/help/tabs',
    fails: [['GET', /\/help\/tabs\.md/, 500]],
  },
  {
    sentence: 'Your photo is too large (over 512 Kb)',
    example: true,
    path: '/users/me',
    act: (page) => page.locator('input[type=file]').first().setInputFiles(LARGE_PHOTO),
  },
  {
    sentence: 'This file has 512 kB.',
    path: '/users/me',
    act: (page) => page.locator('input[type=file]').first().setInputFiles(LARGE_PHOTO),
  },
  {
    sentence: 'Cannot connect to real-time notifications service or connection is lost',
    example: true,
    path: '/',
    fails: [['GET', /\/notifications\/1\/subscribe/, 503]],
    // The message appears after 30 seconds.
    async act(page) {
      await page.clock.install()
      const asked = page.waitForResponse(/subscribe/)
      await page.reload()
      await asked
      const told = page.getByText('Cannot connect to real-time notifications service or connection is lost')
      // The 30 seconds begin once the page has received the error response.
      await expect
        .poll(async () => {
          await page.clock.fastForward(31_000)
          return told.count()
        })
        .toBeGreaterThan(0)
    },
  },
  {
    sentence: '[403:WRONG_PASSWORD] ',
    path: '/users/me',
    async act(page) {
      await button(page, 'Change password').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Current password').fill('not-this-one')
      await dialog.getByLabel('New password').fill('Ein-anderer-Satz-43')
      await dialog.getByLabel('Repeat password').fill('Ein-anderer-Satz-43')
      await dialog.getByRole('button', { name: 'Change password' }).click()
    },
  },
  {
    sentence: '[403:PERMISSION_DENIED] ',
    path: '/users',
    fails: [['DELETE', /\/users\/\d+(\?|$)/, 403]],
    problem: { errorCode: 'PERMISSION_DENIED', errorMessage: 'You may not do that.' },
    async act(page) {
      await button(page, 'Delete Ben Berg').click()
      await inDialog(page, 'Delete user').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    sentence: 'Could not load the users',
    path: '/users',
    fails: [['GET', /\/users\?/, 500]],
    act: (page) => expect(button(page, 'Try again')).toBeVisible(),
  },
  {
    sentence: 'Action failed.',
    path: '/admin/models-crud',
    fails: [['PUT', /\/models\/\d+\/deactivate$/]],
    act: (page) => button(page, 'Deactivate script').click(),
  },
  {
    sentence: 'Cannot get “contexts” context',
    path: '/admin/context-management?dialog=new-group',
    fails: [['GET', /\/contexts\?/]],
    act: (page) => page.getByRole('dialog').getByRole('combobox').last().fill('ber'),
  },
  {
    sentence: 'No app permissions were found for your account.',
    // The first load of `/` leads to the start page; the dashboard is one click further.
    path: '/projects',
    replies: [/\/users\/1$/, (data) => Object.assign(data['user'] as object, { permissions: [] })],
    act: (page) => page.getByRole('link', { name: 'Dashboard' }).click(),
  },
  {
    sentence: 'No model is deployed. Ask an administrator.',
    path: 'bids',
    replies: [/\/models$/, (data) => Object.assign(data, { Models: [] })],
    act: (page) => page.getByRole('combobox', { name: /^Model/ }).click(),
  },
]
