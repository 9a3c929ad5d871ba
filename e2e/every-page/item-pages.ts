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

export const ITEM_PAGES: readonly Entry[] = ['custinsts', 'prompts'].flatMap((noun) => [
  listOf(noun),
  panelOf(noun),
])
