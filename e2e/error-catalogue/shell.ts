// Provokes the messages of the shell (PAGE-5).
import { expect } from '@playwright/test'
import { button, inDialog, type Said } from './said.ts'

export const SHELL: readonly Said[] = [
  {
    sentence: 'Cannot get user card actions',
    path: '/users/me',
    fails: [['GET', /user-card-me-actions\.json/, 500]],
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
  { sentence: '“/static/md/en/help/nothing.md” not found.', path: '/help/nothing' },
  {
    sentence:
      'Cannot load src /static/md/en/help/tabs.md Please, check the requested resource and reload app.',
    path: '/help/tabs',
    fails: [['GET', /\/help\/tabs\.md/, 500]],
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
