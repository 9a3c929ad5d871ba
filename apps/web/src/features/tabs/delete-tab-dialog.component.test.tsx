import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { DeleteTabDialog } from './delete-tab-dialog.tsx'

const { refProjectTabId, refProject, name } = botOf()

const serving = () =>
  serverOf()
    .answer(contract.chatbots.list, { ChatBots: [botOf()] })
    .answer(contract.queries.list, { Queries: [] })

const openDeletion = async (id: number) => {
  const tab = { id, projectId: refProject.projectId, name: 'Offers' } as Tab
  await openPage(<DeleteTabDialog tab={tab} opened onClose={() => undefined} />, { server: serving() })
  return within(await openDialog('Delete tab'))
}

const CHATBOTS = /chatbot/

test('the question before a deletion names the chatbots that end with the tab', async () => {
  const dialog = await openDeletion(refProjectTabId)
  const said = await dialog.findByText(CHATBOTS)
  expect(said.textContent).toContain(`The chatbot “${name}” answers with it and stops`)
})

test('chatbots of other tabs are not named', async () => {
  const dialog = await openDeletion(refProjectTabId + 1)
  expect(await dialog.findByText(/Offers/)).toBeTruthy()
  expect(dialog.queryByText(CHATBOTS)).toBeNull()
})
