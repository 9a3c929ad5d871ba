// Every page, in each of its states.
import { modern, type Entry } from './entry.ts'
import { ITEM_PAGES } from './item-pages.ts'

const SOURCES: Entry = {
  name: 'chat-sources',
  at: (fixture) => fixture.at.tab('Bieterfragen'),
  open: ({ page, words }) =>
    page
      .getByRole('group', { name: words('conversation:sources'), exact: true })
      .getByRole('button')
      .first()
      .click(),
  ready: ({ page }) => page.locator('blockquote').last(),
}

export const PAGES: readonly Entry[] = [
  {
    name: 'dashboard',
    at: () => '/',
    ready: ({ page, words }) => page.getByRole('button', { name: words('dashboard:edit') }),
  },
  modern(
    'dashboard',
    () => '/',
    ({ page, words }) => page.getByRole('button', { name: words('dashboard:edit') }),
  ),
  {
    name: 'dashboard-edit-tiles',
    open: ({ page, words }) => page.getByRole('button', { name: words('dashboard:edit') }).click(),
    ready: ({ page, words }) => page.getByRole('button', { name: words('dashboard:done') }),
  },
  {
    name: 'projects',
    at: () => '/projects',
    ready: ({ page }) => page.getByRole('article').first(),
  },
  {
    name: 'projects-no-match',
    at: () => '/projects?q=qwertz',
    ready: ({ page, words }) => page.getByText(words('projects:noMatch', { text: 'qwertz' })),
  },
  {
    name: 'chat-table',
    at: (fixture) => fixture.at.tab('Angebotsvergleich'),
    ready: ({ page }) => page.getByRole('table').last(),
  },
  modern(
    'chat',
    (fixture) => fixture.at.tab('Angebotsvergleich'),
    ({ page }) => page.getByRole('table').last(),
  ),
  {
    name: 'chat-print',
    screen: 'wide',
    at: (fixture) => fixture.at.tab('Angebotsvergleich'),
    open: async ({ page }) => {
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({ media: 'print' })
    },
    ready: ({ page }) => page.getByRole('heading', { level: 1, name: ' · Angebotsvergleich' }),
    close: async ({ page }) => {
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    },
  },
  {
    name: 'chat-read-only',
    as: 'reader',
    at: (fixture) => fixture.at.tab('Angebotsvergleich'),
    ready: ({ page, words }) =>
      page.getByText(words('conversation:readOnlyAsk', { name: 'System Administrator' })),
  },
  {
    name: 'chat-edit-question',
    at: (fixture) => fixture.at.tab('Angebotsvergleich'),
    open: async ({ page, words }) => {
      const question = page.getByRole('button', { name: words('conversation:editQuestion') }).last()
      await question.click()
    },
    ready: ({ page, words }) => page.getByRole('button', { name: words('conversation:askAgain') }),
  },
  {
    name: 'chat-code',
    at: (fixture) => fixture.at.tab('Abfragen'),
    ready: ({ page }) => page.locator('.katex, math').first(),
  },
  {
    name: 'chat-reasoning',
    at: (fixture) => fixture.at.tab('Eichrechtskonformität'),
    open: ({ page, words }) =>
      page.getByRole('button', { name: new RegExp(`^${words('conversation:reasoning')}`) }).click(),
    ready: ({ page }) => page.getByText('Zuerst ist zu klären'),
  },
  { ...SOURCES, screen: 'wide' },
  {
    ...SOURCES,
    screen: 'small',
    // The list is taller than the window: the screenshot would depend on its scroll position.
    part: (page) => page.getByRole('group').filter({ has: page.locator(':scope > blockquote') }),
  },
  {
    name: 'chat-failed-and-stopped',
    at: (fixture) => fixture.at.tab('Störungen'),
    ready: ({ page }) => page.getByRole('article').first(),
  },
  {
    name: 'chat-empty',
    at: (fixture) => fixture.at.empty,
    ready: ({ page, words }) => page.getByText(words('conversation:emptyTitle')),
  },
  {
    name: 'chat-many-tabs',
    at: (fixture) => fixture.at.crowded,
    ready: ({ page, words }) => page.getByRole('button', { name: words('conversation:otherProposals') }),
  },
  {
    name: 'project-without-tabs',
    at: (fixture) => fixture.at.bare,
    ready: ({ page, words }) => page.getByText(words('tabs:emptyTitle')),
  },
  {
    name: 'compare',
    at: (fixture) => fixture.at.compared,
    ready: ({ page }) => page.getByText('Brückner').first(),
  },
  {
    name: 'users',
    at: () => '/users',
    ready: ({ page }) => page.getByRole('main').getByText('Miriam Bäcker-Yıldız'),
  },
  {
    name: 'users-no-match',
    at: () => '/users?q=qwertz',
    ready: ({ page, words }) => page.getByText(words('user-list:noMatch', { text: 'qwertz' })),
  },
  {
    name: 'users-selected',
    at: () => '/users',
    open: async ({ page, words }) => {
      await page.getByRole('checkbox', { name: words('user-bulk:selectPage') }).check()
    },
    unpictured: 'a bar below a page that has its own picture',
    ready: ({ page, words }) => page.getByRole('button', { name: words('user-bulk:disable'), exact: true }),
  },
  {
    name: 'users-selected-disable',
    open: ({ page, words }) =>
      page.getByRole('button', { name: words('user-bulk:disable'), exact: true }).click(),
    unpictured: 'a question like others',
    ready: ({ page, words }) => page.getByRole('dialog').getByText(words('user-bulk:disableQuestion')),
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'users-selected-group',
    open: ({ page, words }) =>
      page.getByRole('button', { name: words('user-bulk:join'), exact: true }).click(),
    unpictured: 'a field like that of a new group',
    ready: ({ page, words }) => page.getByRole('dialog').getByText(words('user-bulk:groupHint')),
    close: ({ page, words }) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: words('user-bulk:cancel') })
        .click(),
  },
  {
    name: 'users-help',
    at: () => '/users',
    open: ({ page, words }) => page.getByRole('button', { name: words('admin:help') }).click(),
    // The list rows also have the role of items.
    ready: ({ page }) => page.getByRole('main').locator('li > strong, li > p > strong').nth(2),
  },
  {
    name: 'admin',
    at: () => '/admin',
    ready: ({ page, words }) => page.getByText(words('admin:resources.audit.text')),
  },
  modern(
    'admin',
    () => '/admin',
    ({ page, words }) => page.getByText(words('admin:resources.audit.text')),
  ),
  {
    name: 'groups',
    at: () => '/admin/context-management',
    open: ({ page, words }) =>
      page
        .getByRole('region', { name: words('contexts:sections.orgUnit') })
        .locator('button[aria-expanded]')
        .first()
        .click(),
    ready: ({ page }) => page.getByRole('button', { name: 'Netz', exact: true }),
  },
  {
    name: 'groups-found',
    at: () => '/admin/context-management?q=bereit',
    ready: ({ page, words }) => page.getByText(words('contexts:within', { names: 'Netz' })),
  },
  ...ITEM_PAGES,
  {
    name: 'tokens',
    at: () => '/admin/token-management',
    unpictured: 'a token begins with what nobody can foresee',
    ready: ({ page, words }) => page.getByRole('list', { name: words('tokens:list.companies') }),
  },
  {
    name: 'models-crud',
    at: () => '/admin/models-crud',
    unpictured: 'a provider is called by its address, whose port nobody can foresee',
    ready: ({ page, words }) => page.getByText(words('model-management:builtIn')),
  },
  {
    name: 'models-order',
    at: () => '/admin/models-crud?reorder=true',
    unpictured: 'a provider is called by its address, whose port nobody can foresee',
    ready: ({ page, words }) => page.getByRole('button', { name: words('model-management:saveOrder') }),
  },
  {
    name: 'providers',
    at: () => '/admin/providers',
    unpictured: 'a provider is called by its address, whose port nobody can foresee',
    ready: ({ page, words }) => page.getByRole('list', { name: words('providers:listLabel') }),
  },
  {
    name: 'audit',
    at: () => '/admin/audit?action=context.created',
    open: ({ page }) => page.getByRole('main').locator('summary').first().click(),
    ready: ({ page, words }) => page.getByText(words('audit:facts.request')).first(),
  },
  {
    name: 'audit-no-match',
    at: () => '/admin/audit?q=qwertz',
    ready: ({ page, words }) => page.getByText(words('audit:noMatch')),
  },
  {
    name: 'system',
    at: () => '/admin/system',
    ready: ({ page, words }) => page.getByRole('list', { name: words('system:facts') }),
  },
  {
    name: 'configuration',
    at: () => '/admin/configuration',
    unpictured: 'its paths and limits are those of the machine',
    ready: ({ page, words }) => page.getByRole('table', { name: words('configuration:groups.operation') }),
  },
  {
    name: 'branding',
    at: () => '/admin/branding',
    ready: ({ page, words }) => page.getByRole('button', { name: words('branding:save') }),
  },
  {
    name: 'announcements',
    at: () => '/admin/announcements',
    ready: ({ page, words }) => page.getByText(words('announcements:emptyText')),
  },
  {
    name: 'shares-of-all',
    at: () => '/admin/shares',
    ready: ({ page, words }) => page.getByText(words('shares:allEmpty')),
    unpictured: 'an empty list; its rows are tested in share-links.test.ts',
  },
  {
    name: 'help',
    at: () => '/help',
    ready: ({ page }) => page.getByRole('main').getByRole('listitem').nth(8),
  },
  {
    name: 'help-no-match',
    open: ({ page }) => page.getByRole('main').getByRole('searchbox').fill('qwertz'),
    ready: ({ page, words }) => page.getByText(words('help:noMatch', { text: 'qwertz' })),
  },
  {
    name: 'help-topic',
    at: () => '/help/tabs',
    ready: ({ page }) => page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'help-prompt-options',
    at: () => '/help/prompt-options',
    unpictured: 'begins as every topic does',
    ready: ({ page }) => page.getByRole('table').first(),
  },
  {
    name: 'help-shortcuts',
    at: () => '/help/keyboard-shortcuts',
    ready: ({ page }) => page.getByRole('main').locator('kbd').first(),
  },
  {
    name: 'help-models',
    at: () => '/help/models',
    unpictured: 'begins as every topic does',
    ready: ({ page }) => page.getByRole('article').getByRole('listitem').first(),
  },
  { name: 'help-model', at: () => '/help/models/1', ready: ({ page }) => page.getByRole('table').first() },
  {
    name: 'help-api',
    at: () => '/help/api',
    unpictured: 'begins as every topic does',
    ready: ({ page, words }) => page.getByRole('link', { name: words('api:viewer') }),
  },
  {
    name: 'plugin-api',
    at: () => '/plugins/api',
    unpictured: 'is what stands in the help, and names the address of the moment',
    ready: ({ page }) => page.getByRole('heading', { name: 'Python' }),
  },
  {
    name: 'plugin-prompt-ideas',
    at: () => '/plugins/prompt-ideas',
    unpictured: 'cards like those of the projects',
    ready: ({ page, words }) =>
      page
        .getByRole('list', { name: words('ideas:title') })
        .getByRole('listitem')
        .nth(9),
  },
  {
    name: 'plugin-prompt-ideas-none',
    at: () => '/plugins/prompt-ideas?category=999',
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('ideas:noneInCategory')),
  },
  {
    name: 'plugin-missing',
    at: () => '/plugins/no-such-plugin',
    unpictured: 'looks as a missing topic does',
    ready: ({ page, words }) => page.getByText(words('plugins:missingTitle')),
  },
  {
    name: 'help-missing',
    at: () => '/help/no-such-topic',
    ready: ({ page, words }) => page.getByText(words('help:missingTitle')).first(),
  },
  {
    name: 'about',
    at: () => '/about',
    ready: ({ page }) => page.getByText('Guide').first(),
  },
  {
    name: 'release-notes',
    at: () => '/release-notes',
    ready: ({ page }) => page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'error',
    at: () => '/errors/403',
    ready: ({ page, words }) => page.getByRole('link', { name: words('errors:back') }),
  },
  {
    name: 'error-not-found',
    at: () => '/errors/404',
    unpictured: 'looks as the other errors do',
    ready: ({ page, words }) => page.getByText(words('errors:texts.404')),
  },
]
