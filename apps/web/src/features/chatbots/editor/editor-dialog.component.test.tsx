import type { ChatBot } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { EditorDialog } from './editor-dialog.tsx'

const LATER = '2026-01-06T08:00:00.000Z'

const serving = (bot: ChatBot, models = [modelOf(2, 'Llama')]) =>
  serverOf()
    .answer(contract.models.list, { Models: models })
    .answer(contract.custinsts.list, { CustomInstructionsWho: [], CustomInstructionsRespond: [] })
    .answer(contract.datasources.list, { datasources: [] })
    .refuse(contract.datasources.get, { status: 404 })
    .refuse(contract.chatbots.preview, { status: 400 })
    .answer(contract.chatbots.update, () => ({ ChatBot: { ...bot, modified: LATER } }))

async function openEditor(bot: ChatBot, section: string, server = serving(bot)) {
  const onClose = vi.fn<() => void>()
  const page = await openPage(<EditorDialog bot={bot} opened onClose={onClose} />, {
    server,
    at: `/?dialog=edit-chatbot&chatbot=3&section=${section}`,
  })
  return { ...page, onClose, dialog: within(await openDialog('Edit chatbot')) }
}

test('changes are counted, kept as a draft, and visitors do not see them', async () => {
  const bot = botOf()
  const { user, dialog, server } = await openEditor(bot, 'look')
  const title = await dialog.findByLabelText('Name in the widget')
  await user.clear(title)
  await user.type(title, 'Help')
  expect(dialog.getByText(/^1 change not published\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy()
  const [sent] = server.sentTo(contract.chatbots.update)
  expect(sent).toMatchObject({ ifModified: bot.modified, draft: { widget: { title: 'Help' } } })
  expect(sent).not.toHaveProperty('widget')
})

test('publishing sends all, and the draft of another day counts as not published', async () => {
  const bot = botOf({ draft: { name: 'Newer' } })
  const { user, dialog, server } = await openEditor(bot, 'answering')
  expect(await dialog.findByDisplayValue('Newer')).toBeTruthy()
  expect(dialog.getByText(/^1 change not published/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(/^Published/)).toBeTruthy()
  const [sent] = server.sentTo(contract.chatbots.update)
  expect(sent).toMatchObject({ name: 'Newer', modelTagId: 2, rules: bot.rules })
  expect(sent).not.toHaveProperty('draft')
})

test('Publish goes to the section where something is missing, and says what', async () => {
  const bot = botOf({ description: '' })
  const { user, dialog, server } = await openEditor(bot, 'limits')
  await dialog.findByLabelText('Questions of all visitors per day')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  const field = await dialog.findByLabelText('Description')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(dialog.getByText('Enter a text.')).toBeTruthy()
  expect(server.sentTo(contract.chatbots.update)).toEqual([])
})

test('a failed save keeps what was typed, with the sentence of the catalogue; Cancel asks', async () => {
  const bot = botOf()
  const { user, dialog, server, onClose } = await openEditor(bot, 'look')
  server.refuse(contract.chatbots.update)
  await user.type(await dialog.findByLabelText('Text on the button'), 'Ask')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await dialog.findByText(/^Cannot update chatbot/)).toBeTruthy()
  expect(dialog.getByLabelText('Text on the button')).toHaveProperty('value', 'Ask')
  await user.keyboard('{Escape}')
  expect(await dialog.findByRole('alertdialog')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalled()
})

test('a welcome message is added only with text; removing the last one switches them off', async () => {
  const { user, dialog } = await openEditor(botOf(), 'look')
  const toggle = await dialog.findByRole('switch', { name: 'Welcome messages' })
  await user.click(toggle)
  const field = dialog.getByLabelText('New welcome message')
  await user.type(field, '  {Enter}')
  expect(dialog.queryByLabelText('Welcome message 1')).toBeNull()
  await user.type(field, 'Hello{Enter}')
  await user.type(field, 'Ask me{Enter}')
  expect(dialog.getByLabelText('Welcome message 2')).toHaveProperty('value', 'Ask me')
  await user.click(dialog.getByRole('button', { name: 'Remove welcome message 1' }))
  expect(dialog.getByLabelText('Welcome message 1')).toHaveProperty('value', 'Ask me')
  await user.click(dialog.getByRole('button', { name: 'Remove welcome message 1' }))
  expect(toggle).toHaveProperty('checked', false)
  expect(dialog.queryByLabelText('New welcome message')).toBeNull()
})

test('switching welcome messages off removes all of them', async () => {
  const bot = botOf()
  const widget = { ...bot.widget, welcomeMessages: ['Hello', 'Ask me'] }
  const { user, dialog, server } = await openEditor(botOf({ widget }), 'look')
  await user.click(await dialog.findByRole('switch', { name: 'Welcome messages' }))
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(server.sentTo(contract.chatbots.update)).toHaveLength(1))
  expect(server.sentTo(contract.chatbots.update)).toMatchObject([{ widget: { welcomeMessages: [] } }])
})

test.each(['Name in the widget', 'Width', 'Height'])(
  'the code is not offered while %s is empty',
  async (label) => {
    const { user, dialog } = await openEditor(botOf(), 'look')
    const code = dialog.getByRole('button', { name: 'Embed code' })
    expect(code).toHaveProperty('disabled', false)
    await user.clear(await dialog.findByLabelText(label))
    expect(code).toHaveProperty('disabled', true)
  },
)

test.each(['Name in the widget', 'Width', 'Height'])('without “%s” there is no embed code', async (label) => {
  const { user, dialog } = await openEditor(botOf(), 'look')
  const code = dialog.getByRole('button', { name: 'Embed code' })
  expect(code).toHaveProperty('disabled', false)
  await user.clear(await dialog.findByLabelText(new RegExp(`^${label}`)))
  expect(code).toHaveProperty('disabled', true)
})

test('copying the code publishes the changes', async () => {
  const { user, dialog, server } = await openEditor(botOf({ draft: { name: 'Newer' } }), 'look')
  await user.click(dialog.getByRole('button', { name: 'Embed code' }))
  expect(await dialog.findByText('Copying publishes 1 change.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Copy code' }))
  await waitFor(() => expect(server.sentTo(contract.chatbots.update)).toMatchObject([{ name: 'Newer' }]))
  expect(await window.navigator.clipboard.readText()).toContain('data-chatbot="bot-identifier"')
})

test('a website keeps its origin and says so; what is none stays in the field', async () => {
  const { user, dialog } = await openEditor(botOf({ state: 'no-origin' }), 'places')
  const field = await dialog.findByLabelText('Website')
  await user.type(field, 'intranet{Enter}')
  expect(dialog.getByText(/^This is no address of a website/)).toBeTruthy()
  expect(field).toHaveProperty('value', 'intranet')
  await user.clear(field)
  await user.type(field, 'https://help.example.org/path{Enter}')
  expect(dialog.getByText(/^Added https:\/\/help\.example\.org\..*“\/path”/)).toBeTruthy()
  expect(within(dialog.getByRole('list', { name: 'Websites' })).getAllByRole('listitem')).toHaveLength(2)
  expect(field).toHaveProperty('value', '')
})

test('only deployed tags are offered; without one the hint says so', async () => {
  const { dialog } = await openEditor(
    botOf({ state: 'model-gone' }),
    'answering',
    serving(botOf(), [modelOf(2, 'Llama', { deployed: false })]),
  )
  expect(await dialog.findByText(/^No model is deployed at the moment/)).toBeTruthy()
  const options = within(dialog.getByLabelText('Model')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Not deployed any more'])
})

test('what was typed survives a reload', async () => {
  const bot = botOf()
  const first = await openEditor(bot, 'look')
  await first.user.type(await first.dialog.findByLabelText('Text on the button'), 'Ask')
  await waitFor(() => expect(localStorage.getItem('polylogue.draft.1.chatbot.3')).toContain('Ask'))
})
