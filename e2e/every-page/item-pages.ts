// The lists of shared items: each on its page, and in the side panel of a project.
import type { Entry } from './entry.ts'

const listOf = (noun: string): Entry => ({
  name: noun,
  at: () => `/${noun}`,
  unpictured: 'the list of the side panel, without its frame',
  ready: ({ page }) => page.getByRole('heading', { name: 'Vergabevermerk' }),
})

const panelOf = (noun: string): Entry => ({
  name: `panel-${noun}`,
  at: (fixture) => `${fixture.at.tab('Angebotsvergleich')}&panel=${noun}`,
  unpictured: 'a panel next to a page that has its own picture',
  // Not just the heading: the page before shows the same one.
  ready: ({ page, words }) =>
    page
      .getByRole('complementary', { name: words('shell:panel.title') })
      .or(page.getByRole('dialog'))
      .getByRole('heading', { name: 'Vergabevermerk' }),
  close: ({ page, words }) =>
    page
      .getByRole('button', { name: words('shell:panel.close') })
      .or(page.getByRole('dialog').getByRole('button', { name: words('ui:close') }))
      .last()
      .click(),
})

const GOLDEN_PAGES: readonly Entry[] = [
  listOf('goldensets'),
  {
    name: 'goldensets-no-match',
    at: () => '/goldensets?q=qwertz',
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('goldensets:noMatch', { text: 'qwertz' })),
  },
  {
    name: 'goldenset',
    at: (fixture) => fixture.at.goldenSet,
    unpictured: 'runs begin at times that nobody can foresee',
    ready: ({ page, words }) => page.getByRole('table', { name: words('goldensets:history.title') }),
  },
  {
    name: 'goldenset-missing',
    at: () => '/goldensets/99999',
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('goldensets:gone')),
  },
  {
    name: 'golden-run',
    at: (fixture) => fixture.at.goldenRun,
    unpictured: 'has figures that nobody can foresee',
    ready: ({ page }) => page.getByRole('article').nth(3),
  },
  {
    name: 'golden-run-differences',
    unpictured: 'has figures that nobody can foresee',
    open: ({ page, words }) =>
      page.getByRole('switch', { name: words('goldensets:results.differences') }).click(),
    ready: ({ page, words }) => page.getByText(words('goldensets:results.same')).first(),
  },
]

const DATASOURCE_PAGES: readonly Entry[] = [
  {
    name: 'datasource',
    at: (fixture) => fixture.at.datasource,
    unpictured: 'says when it was indexed',
    ready: ({ page, words }) => page.getByRole('table', { name: words('datasources:table.label') }),
  },
  {
    name: 'datasource-test',
    at: (fixture) => `${fixture.at.datasource}?view=test&q=Angebote+Voltaris+Xylophon`,
    unpictured: 'says how long the search took',
    ready: ({ page }) => page.getByRole('main').getByRole('listitem').locator('mark').first(),
  },
  {
    name: 'datasource-set',
    at: (fixture) => `${fixture.at.datasource}?view=set`,
    unpictured: 'says when the questions ran',
    ready: ({ page, words }) => page.getByRole('table', { name: words('test-questions:table.label') }),
  },
  {
    name: 'datasource-unanswered',
    at: (fixture) => `${fixture.at.datasource}?view=unanswered`,
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('unanswered:none')),
  },
  {
    name: 'datasource-off',
    at: (fixture) => `${fixture.at.datasource}?view=off`,
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('workbench:off.none')),
  },
  {
    name: 'datasource-document',
    at: (fixture) => fixture.at.document,
    unpictured: 'a long text',
    ready: ({ page }) => page.locator('mark').first(),
  },
  {
    name: 'datasource-document-cut',
    at: (fixture) => `${fixture.at.document}&cut=open`,
    unpictured: 'a long text',
    ready: ({ page, words }) => page.getByText(words('workbench:cut.inUse')),
  },
  {
    name: 'datasource-why',
    at: (fixture) => `${fixture.at.datasource}?view=test&q=Angebote&room=3000&doc=99999`,
    unpictured: 'says how long the search took',
    ready: ({ page, words }) => page.getByText(words('workbench:why.not_readable')),
  },
  {
    name: 'datasource-missing',
    at: () => '/datasources/99999',
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('datasources:gone')),
  },
]

const CHATBOT_PAGES: readonly Entry[] = [
  {
    name: 'chatbots',
    at: () => '/users/me/chatbots',
    unpictured: 'has identifiers that nobody can foresee',
    ready: ({ page }) => page.getByRole('heading', { name: 'Vergabevermerk' }),
  },
  {
    name: 'chatbot-inbox',
    at: (fixture) => fixture.at.chatbotInbox,
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('chatbots:inbox.emptyTitle')),
  },
  {
    name: 'chatbot-usage',
    at: (fixture) => `${fixture.at.chatbotInbox}?view=usage`,
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('chatbots:usage.none')),
  },
  {
    name: 'chatbot-missing',
    at: () => '/chatbots/99999',
    unpictured: 'an empty state like others',
    ready: ({ page, words }) => page.getByText(words('chatbots:gone')),
  },
]

export const ITEM_PAGES: readonly Entry[] = [
  ...['datasources', 'custinsts', 'prompts'].flatMap((noun) => [listOf(noun), panelOf(noun)]),
  ...DATASOURCE_PAGES,
  ...GOLDEN_PAGES,
  ...CHATBOT_PAGES,
]
