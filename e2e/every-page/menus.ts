// Every menu and list that a button opens, and the states of the frame around the pages.
import { isWide, menu, menuOf, passageMenuName, projectMenuName, type Entry, type Opening } from './entry.ts'
import type { Seeded } from './seed.ts'

const chat = (fixture: Seeded) => fixture.at.tab('Angebotsvergleich')
const FULL = 'Ausschreibung Ladeinfrastruktur'

const button = ({ page }: Opening, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Scoped to the top bar: answers and navigation have buttons of the same names. */
const inBar = ({ page }: Opening, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true })

let stopWriting = async (): Promise<void> => undefined

export const MENUS: readonly Entry[] = [
  menuOf(
    'user',
    () => '/about',
    ({ page }) => page.locator('header button[aria-haspopup=menu]').last(),
    {
      screen: 'wide',
    },
  ),
  menuOf(
    'more',
    () => '/about',
    (opening) => inBar(opening, opening.words('shell:more')),
  ),
  menuOf(
    'mode',
    () => '/about',
    (opening) => button(opening, opening.words('shell:modeNamed', { name: opening.words('shell:pro') })),
    { screen: 'wide' },
  ),
  menuOf(
    'row',
    () => '/about',
    (opening) => button(opening, opening.words('projects:actionsFor', { name: FULL })),
    {
      open: async (opening) => {
        await opening.page.getByRole('navigation').getByRole('link', { name: FULL }).hover()
        await button(opening, opening.words('projects:actionsFor', { name: FULL })).click()
      },
      screen: 'wide',
    },
  ),
  menuOf(
    'datasource',
    () => '/datasources',
    (opening) => button(opening, opening.words('datasources:actionsFor', { name: 'Vergabevermerk' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'document',
    (fixture) => fixture.at.datasource,
    (opening) => button(opening, opening.words('media:actionsFor', { name: 'Leistungsverzeichnis.md' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'passage',
    (fixture) => fixture.at.document,
    (opening) => button(opening, passageMenuName(opening)),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'test-question',
    (fixture) => `${fixture.at.datasource}?view=set`,
    ({ page, words }) =>
      page.getByRole('table', { name: words('test-questions:table.label') }).getByRole('button', {
        name: words('test-questions:actionsFor', { question: 'Welche Frist gilt?' }),
      }),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'custinst',
    () => '/custinsts',
    (opening) => button(opening, opening.words('custinsts:actionsFor', { name: 'Vergabevermerk' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'prompt',
    () => '/prompts',
    (opening) => button(opening, opening.words('prompts:actionsFor', { name: 'Vergabevermerk' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'goldenset',
    () => '/goldensets',
    (opening) => button(opening, opening.words('goldensets:actionsFor', { name: 'Vergabevermerk' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'chatbot',
    () => '/users/me/chatbots',
    (opening) => button(opening, opening.words('chatbots:actionsFor', { name: 'Vergabevermerk' })),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf(
    'golden-run-download',
    (fixture) => fixture.at.goldenRun,
    (opening) => button(opening, opening.words('goldensets:export.title')),
    { unpictured: 'entries like those of other menus' },
  ),
  menuOf('project', chat, (opening) => inBar(opening, projectMenuName(opening, FULL)), {
    // On a small screen the entries of the page follow the project's, once their code is loaded.
    ready: ({ page, words }) =>
      isWide(page) ? menu(page).getByRole('menuitem') : menu(page).getByText(words('shell:quiet')),
  }),
  menuOf('tab', chat, (opening) =>
    button(opening, opening.words('tabs:actions', { name: 'Angebotsvergleich' })),
  ),
  menuOf('answer', chat, (opening) => button(opening, opening.words('conversation:moreActions')).last()),
  menuOf('ideas', chat, (opening) => button(opening, opening.words('conversation:ideas')), {
    unpictured: 'the ideas are drawn by chance',
    ready: ({ page }) => menu(page).getByRole('menuitem').nth(5),
  }),
  menuOf('composer', chat, (opening) => button(opening, opening.words('conversation:more'))),
  {
    name: 'list-models',
    at: chat,
    open: async (opening) => {
      const { page, words } = opening
      await page
        .getByRole('combobox', { name: new RegExp(`^${words('models:chosen', { name: '' })}`) })
        .click()
    },
    ready: ({ page }) => page.getByRole('option').nth(2),
    part: (page) => page.getByRole('listbox'),
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'list-all-tabs',
    at: (fixture) => fixture.at.crowded,
    open: async (opening) => {
      const { words } = opening
      await button(opening, words('tabs:allTabs_other', { count: 12 })).click()
    },
    ready: ({ page }) => page.getByRole('option').nth(2),
    part: (page) => page.getByRole('listbox'),
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'writing',
    at: (fixture) => fixture.at.empty,
    open: async ({ fixture }) => {
      stopWriting = await fixture.write()
    },
    ready: ({ page, words }) => page.getByRole('button', { name: words('conversation:stop') }),
    close: () => stopWriting(),
    unpictured: 'its seconds count',
  },
  {
    name: 'quiet',
    at: chat,
    open: async (opening) => {
      await inBar(opening, opening.words('shell:more')).click()
      await menu(opening.page)
        .getByRole('menuitem', { name: opening.words('shell:quiet') })
        .click()
    },
    ready: (opening) => button(opening, opening.words('shell:leaveQuiet')),
    close: async (opening) => {
      await button(opening, opening.words('shell:leaveQuiet')).click()
      const notices = opening.page.getByRole('button', { name: opening.words('ui:closeNotice') })
      while ((await notices.count()) > 0) await notices.first().click()
    },
  },
  {
    name: 'offline',
    at: () => '/projects',
    open: async ({ page }) => {
      // The code of the page must come first.
      await page.getByRole('article').first().waitFor()
      await page.context().setOffline(true)
    },
    ready: ({ page, words }) => page.getByText(words('shell:offline')),
    close: ({ page }) => page.context().setOffline(false),
  },
  {
    name: 'drawer',
    at: chat,
    open: (opening) => button(opening, opening.words('shell:openNavigation')).click(),
    ready: ({ page }) => page.getByRole('dialog'),
    close: ({ page }) => page.keyboard.press('Escape'),
    screen: 'small',
  },
]
