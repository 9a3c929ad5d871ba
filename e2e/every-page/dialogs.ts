// Every dialog and sheet with its fields, also with validation errors.
import type { Page } from '@playwright/test'
import { contract } from '@polylogue/contract'
import {
  dialog,
  dialogAt,
  menu,
  passageMenuName,
  projectMenuName,
  type Entry,
  type Opening,
} from './entry.ts'
import type { Seeded } from './seed.ts'

const chat = (fixture: Seeded) => fixture.at.tab('Angebotsvergleich')
const FULL = 'Ausschreibung Ladeinfrastruktur'

/** Opens a menu and clicks one of its items. */
async function fromMenu(
  { page, words }: Opening,
  button: string,
  item: string,
  place: 'banner' | 'main' = 'main',
): Promise<void> {
  await page.getByRole(place).getByRole('button', { name: button, exact: true }).last().click()
  await menu(page)
    .getByRole('menuitem', { name: words(item), exact: true })
    .click()
}

const idIn = (address: string): number => Number(address.split('/').at(-1))

const tabIn = (page: Page): number => Number(new URL(page.url()).searchParams.get('tab'))

/** An entry for a dialog that opens from the menu of an answer. */
const answered = (name: string, item: string): Entry => ({
  name,
  at: chat,
  open: (opening) => fromMenu(opening, opening.words('conversation:moreActions'), item),
  ready: ({ page }) => dialog(page),
  part: dialog,
  close: ({ page }) => page.keyboard.press('Escape'),
})

/** An entry for the tour at one of its eight steps. */
const tourAt = (name: string, step: number, unpictured?: string): Entry => ({
  name,
  at: () => '/?dialog=tour',
  open: async ({ page }) => {
    for (let number = 1; number < step; number++) {
      await dialog(page)
        .getByText(new RegExp(`^${number}.8$`))
        .waitFor()
      await page.keyboard.press('ArrowRight')
    }
  },
  ready: ({ page }) => dialog(page).getByText(new RegExp(`^${step}.8$`)),
  part: dialog,
  close: async ({ page }) => {
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  },
  ...(unpictured === undefined ? {} : { unpictured }),
})

export const DIALOGS: readonly Entry[] = [
  dialogAt('new-project', () => '/projects'),
  {
    name: 'dialog-new-project-wrong',
    open: ({ page, words }) =>
      dialog(page)
        .getByRole('button', { name: words('projects:create') })
        .click(),
    ready: ({ page, words }) => page.getByText(words('projects:nameMissing')),
    part: dialog,
  },
  dialogAt('edit-project', chat),
  dialogAt('sharing', chat, { ready: ({ page }) => dialog(page).getByRole('combobox').first() }),
  {
    name: 'dialog-sharing-chosen',
    open: async ({ page }) => {
      await dialog(page).getByRole('combobox').first().fill('c')
      // A click is lost when the matches replace those of the text before.
      await dialog(page).locator('[role=listbox] + [role=status]:not(:empty)').waitFor({ state: 'attached' })
      await dialog(page).getByRole('option').first().click()
    },
    ready: ({ page }) => dialog(page).locator('li select'),
    part: dialog,
    close: async ({ page, words }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
    },
  },
  {
    name: 'dialog-delete-project',
    at: chat,
    open: (opening) => fromMenu(opening, projectMenuName(opening, FULL), 'projects:delete', 'banner'),
    ready: ({ page }) => dialog(page),
    part: dialog,
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  dialogAt('new-idea', () => '/plugins/prompt-ideas', { unpictured: 'two fields, as in other dialogs' }),
  ...['edit-idea', 'delete-idea'].map((name) =>
    dialogAt(name, () => '/plugins/prompt-ideas?idea=1', { unpictured: 'a dialog like the others' }),
  ),
  dialogAt('publications', () => '/prompts', { unpictured: 'a list, as in other dialogs' }),
  dialogAt('import-users', () => '/users', { unpictured: 'sentences and buttons, as in other dialogs' }),
  dialogAt('new-user', () => '/users'),
  {
    name: 'dialog-new-user-wrong',
    open: async ({ page, words }) => {
      await dialog(page).getByLabel(words('user-list:typePassword')).check({ force: true })
      await dialog(page).getByLabel(words('users:password.label'), { exact: true }).fill('Sommer')
      await dialog(page).getByLabel(words('user-list:fields.firstName'), { exact: true }).fill('Superuser')
      await dialog(page).getByLabel(words('user-list:fields.email')).fill('miriam')
      await dialog(page).getByLabel(words('user-list:fields.lastName')).focus()
    },
    ready: ({ page, words }) => page.getByText(words('user-list:emailWrong')),
    part: dialog,
    // Discards the input.
    close: async ({ page, words }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
    },
  },
  {
    name: 'dialog-new-announcement',
    at: () => '/admin/announcements',
    open: ({ page, words }) => page.getByRole('button', { name: words('announcements:new') }).click(),
    ready: ({ page }) => dialog(page),
    part: dialog,
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  dialogAt('new-group', () => '/admin/context-management'),
  {
    name: 'dialog-new-group-search',
    open: ({ page }) => dialog(page).getByRole('combobox').fill('b'),
    ready: ({ page }) => dialog(page).getByRole('option').first(),
    part: dialog,
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  dialogAt('edit-group', (fixture) => fixture.at.group),
  dialogAt('group-members', (fixture) => fixture.at.group, {
    ready: ({ page }) => dialog(page).getByRole('listitem').nth(3),
  }),
  dialogAt('delete-group', (fixture) => fixture.at.group),
  dialogAt('api-tokens', () => '/users/me', {
    unpictured: 'a token begins with what nobody can foresee',
    ready: ({ page, words }) => dialog(page).getByRole('list', { name: words('tokens:list.users') }),
  }),
  dialogAt('new-token', () => '/admin/token-management'),
  dialogAt('edit-token', (fixture) => fixture.at.token),
  dialogAt('delete-token', (fixture) => fixture.at.token),
  dialogAt('model-tags', () => '/admin/models-crud?model=1', {
    unpictured: 'a tag says when it was changed',
    ready: ({ page }) => dialog(page).getByRole('listitem').first(),
  }),
  dialogAt('add-model', () => '/admin/models-crud', {
    ready: ({ page }) => dialog(page).getByRole('radio').nth(5),
  }),
  dialogAt('new-provider', () => '/admin/providers'),
  dialogAt('import', () => '/projects'),
  dialogAt('palette', () => '/help', { ready: ({ page }) => page.getByRole('option').nth(5) }),
  dialogAt('shortcuts', () => '/help', { ready: ({ page }) => dialog(page).getByRole('listitem').nth(5) }),
  dialogAt('look-and-feel', () => '/help'),
  dialogAt('theme-builder', () => '/help', { ready: ({ page }) => dialog(page).getByRole('figure').nth(1) }),
  dialogAt('whats-new', () => '/help', {
    ready: ({ page }) => dialog(page).getByRole('heading').nth(1),
  }),
  tourAt('tour', 1),
  tourAt('tour-in-a-project', 7, 'looks as its first step does'),
  tourAt('tour-last', 8, 'looks as its first step does'),
  dialogAt('edit-tab', chat),
  {
    name: 'dialog-edit-tab-conflict',
    open: async ({ page, fixture, words }) => {
      const id = tabIn(page)
      await dialog(page).getByRole('textbox').first().fill('Angebotsprüfung Los 2')
      await fixture.client.call(contract.tabs.update, { params: { id }, body: { name: FULL } })
      await dialog(page)
        .getByRole('button', { name: words('tabs:save') })
        .click()
    },
    ready: ({ page, words }) => dialog(page).getByText(words('ui:conflict')),
    part: dialog,
    close: async ({ page, fixture, words }) => {
      const id = tabIn(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: words('ui:discard') }).click()
      await fixture.client.call(contract.tabs.update, { params: { id }, body: { name: 'Angebotsvergleich' } })
      await page.getByRole('tab', { name: 'Angebotsvergleich' }).waitFor()
    },
  },
  dialogAt('copy-tab', chat),
  dialogAt('move-tab', chat, { ready: ({ page }) => dialog(page).getByRole('radio').first() }),
  dialogAt('delete-tab', chat),
  dialogAt('replay', chat, { ready: ({ page }) => dialog(page).getByRole('checkbox').nth(2) }),
  dialogAt('compare', chat, { name: 'sheet-compare' }),
  dialogAt('attach', (fixture) => fixture.at.crowded),
  {
    name: 'dialog-attach-refused',
    open: ({ page }) =>
      dialog(page)
        .locator('input[type=file]')
        .setInputFiles([
          { name: 'Lageplan.dwg', mimeType: 'image/vnd.dwg', buffer: Buffer.from('x') },
          { name: 'Angebote.csv', mimeType: 'text/csv', buffer: Buffer.from('Bieter;Preis\n') },
        ]),
    ready: ({ page }) => dialog(page).getByText('Angebote.csv').first(),
    part: dialog,
  },
  dialogAt('prompt-options', chat, { ready: ({ page }) => dialog(page).getByRole('spinbutton').first() }),
  dialogAt('history', chat, { ready: ({ page }) => dialog(page).getByRole('option').first() }),
  dialogAt('download', chat, { ready: ({ page }) => dialog(page).getByRole('radio').first() }),
  answered('dialog-details', 'conversation:details'),
  answered('dialog-delete-message', 'conversation:deleteMessage'),
  {
    name: 'media-viewer',
    at: chat,
    open: ({ page, words }) =>
      page
        .getByRole('list', { name: words('conversation:attachments') })
        .first()
        .getByRole('button')
        .first()
        .click(),
    ready: ({ page }) => dialog(page),
    part: dialog,
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'find',
    at: chat,
    open: async ({ page, words }) => {
      await page.getByRole('article').last().waitFor()
      await page.keyboard.press('Control+Shift+F')
      await page.getByLabel(words('find:field')).last().fill('Voltaris')
    },
    ready: ({ page }) => page.getByText(/^1\/\d/),
    close: ({ page }) => page.keyboard.press('Escape'),
    screen: 'wide',
  },
  dialogAt('translate', chat, {
    ready: ({ page, words }) => dialog(page).getByLabel(words('translate:target')),
  }),
  dialogAt('translate-prompt', chat, {
    unpictured: 'the fields of the dialog above',
    ready: ({ page, words }) => dialog(page).getByLabel(words('translate:target')),
  }),
  ...['new-custinst', 'edit-custinst', 'share-custinst', 'delete-custinst'].map((name) =>
    dialogAt(name, (fixture) => fixture.at.custInst, { unpictured: 'the fields of other dialogs' }),
  ),
  ...['new-datasource', 'edit-datasource', 'use-datasource', 'share-datasource', 'delete-datasource'].map(
    (name) =>
      dialogAt(name, (fixture) => `${fixture.at.datasource}?datasource=${idIn(fixture.at.datasource)}`, {
        unpictured: 'the fields of other dialogs',
      }),
  ),
  dialogAt('use-datasource', (fixture) => `${chat(fixture)}&datasource=${idIn(fixture.at.datasource)}`, {
    name: 'dialog-use-datasource-in-project',
    unpictured: 'the fields of other dialogs',
    ready: ({ page }) => dialog(page).getByRole('checkbox').first(),
  }),
  {
    name: 'dialog-note-of-passage',
    at: (fixture) => fixture.at.document,
    open: (opening) => fromMenu(opening, passageMenuName(opening), 'workbench:passage.addNote'),
    ready: ({ page }) => dialog(page),
    part: dialog,
    close: ({ page }) => page.keyboard.press('Escape'),
    unpictured: 'the fields of other dialogs',
  },
  ...['new-prompt', 'edit-prompt', 'execute-prompt', 'prompt-versions', 'share-prompt', 'delete-prompt'].map(
    (name) => dialogAt(name, (fixture) => fixture.at.prompt, { unpictured: 'the fields of other dialogs' }),
  ),
  ...[
    'new-goldenset',
    'edit-goldenset',
    'run-goldenset',
    'share-goldenset',
    'delete-goldenset',
    'new-golden-prompt',
    'pick-golden-prompt',
    'edit-golden-prompt',
    'delete-golden-prompt',
  ].map((name) =>
    dialogAt(name, (fixture) => `${fixture.at.goldenSet}?goldenset=${idIn(fixture.at.goldenSet)}&entry=1`, {
      unpictured: 'the fields of other dialogs',
    }),
  ),
  dialogAt('edit-chatbot', (fixture) => `${fixture.at.chatbot}&section=look`, {
    ready: ({ page, words }) => dialog(page).getByLabel(words('chatbots:look.title'), { exact: true }),
  }),
  ...['answering', 'source', 'places', 'limits', 'privacy', 'people'].map((section) =>
    dialogAt('edit-chatbot', (fixture) => `${fixture.at.chatbot}&section=${section}`, {
      name: `dialog-edit-chatbot-${section}`,
      unpictured: 'the fields of other dialogs',
      ready: ({ page, words }) =>
        dialog(page).getByRole('heading', { name: words(`chatbots:sections.${section}`) }),
    }),
  ),
  ...['new-chatbot', 'view-chatbot', 'code-chatbot', 'renew-chatbot', 'share-chatbot', 'delete-chatbot'].map(
    (name) => dialogAt(name, (fixture) => fixture.at.chatbot, { unpictured: 'the parts of other dialogs' }),
  ),
  dialogAt('export-tab', chat, {
    unpictured: 'a confirmation like others',
    ready: ({ page, words }) => dialog(page).getByText(words('chatbots:export.notPublic')),
  }),
  dialogAt('vote', (fixture) => fixture.at.goldenRun, {
    unpictured: 'the pair and its order are drawn by lot',
    ready: ({ page }) => dialog(page).getByRole('region').nth(1),
  }),
  dialogAt('deploy-tag', (fixture) => fixture.at.modelTag, {
    unpictured: 'a confirmation like others',
    ready: ({ page, words }) => dialog(page).getByRole('region', { name: words('goldensets:cards.title') }),
  }),
]
