import type { Message, SavedPrompt, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ReplayDialog } from './replay-dialog.tsx'

const SOME_TIME = '2026-01-05T08:00:00.000Z'
const tab = { id: 5, projectId: 4, name: 'Lots', defaultModelId: 2, defaultModelTagId: 2 } as Tab

const questionOf = (id: number, queryText: string) =>
  ({ id, turnId: id, queryText, created: SOME_TIME, confidential: false }) as Message

const promptOf = (id: number, title: string, prompt: string) =>
  ({
    id,
    title,
    prompt,
    promptOutput: { id: 1, name: 'text', label: '' },
    modified: SOME_TIME,
  }) as SavedPrompt

const SAVED = [
  promptOf(7, 'Greeting', 'Say hello to {{user_name}} in {{tone | default="a friendly"}} tone.'),
  promptOf(8, 'Letter', 'Write to {{customer}} about {{subject}}.'),
]

async function open() {
  const server = serverOf()
    .answer(contract.models.list, {
      Models: [modelOf(2, 'llama3.3'), modelOf(3, 'mistral-small', { isLocal: false })],
    })
    .answer(
      contract.queries.list,
      {
        Queries: [questionOf(1, 'May we award?'), questionOf(2, 'Once more?'), questionOf(3, 'And at once?')],
      },
      { nextCursor: null },
    )
    .answer(contract.prompts.outputs, { PromptOutputs: [{ id: 1, name: 'none' }] } as never)
    .answer(contract.prompts.list, { Prompts: SAVED }, { total: SAVED.length })
    .answer(contract.replays.create, {
      projecttab: { ...tab, id: 6 },
      replay: { tabId: 6, state: 'running', total: 2, done: 0, leftOut: 0, queryId: null, errorCode: null },
    } as never)
  const view = <ReplayDialog tab={tab} opened onClose={() => undefined} />
  const { user, address } = await openPage(view, { server, at: '/projects/4' })
  const dialog = within(await openDialog('Replay prompts'))
  await dialog.findByRole('button', { name: 'Replay 3 prompts' })
  const tick = (name: string | RegExp) => user.click(dialog.getByRole('checkbox', { name }))
  return { server, user, address, dialog, tick, sent: () => server.sentTo(contract.replays.create) }
}

test('another model and all prompts are preselected, and the chosen ones are sent in their order', async () => {
  const { user, address, dialog, tick, sent } = await open()
  const model = dialog.getByLabelText<HTMLSelectElement>('Model')
  await waitFor(() => expect(model.selectedOptions[0]?.textContent).toBe('mistral-small'))
  expect(dialog.getByText(/not processed locally/)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Tab name').value).toBe('Lots, mistral-small')
  await tick('All prompts')
  expect(await dialog.findByText('Select at least one prompt.')).toBeTruthy()
  expect(isDisabled(/^Replay/)).toBe(true)
  await tick('All prompts')
  await tick(/Once more/)
  await user.click(dialog.getByRole('button', { name: 'Replay 2 prompts' }))
  expect(await screen.findByText('The chat is being prepared for replay.')).toBeTruthy()
  expect(sent()).toEqual([
    expect.objectContaining({
      tabId: 5,
      modelTagId: 3,
      tabName: 'Lots, mistral-small',
      promptIds: [1, 3],
      savedPrompts: [],
    }),
  ])
  expect(address()).toBe('/projects/4?tab=6')
})

test('saved prompts are replayed, too, except those that need values; a search hides what stays selected', async () => {
  const { server, user, dialog, tick, sent } = await open()
  await tick('All prompts')
  await user.click(dialog.getByText('Saved prompts (0)'))
  const letter = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /^Letter Needs 2 values/ })
  expect(letter.disabled).toBe(true)
  await tick('Greeting')
  server.answer(contract.prompts.list, { Prompts: [] }, { total: 0 })
  await user.type(dialog.getByRole('searchbox', { name: 'Search prompts' }), 'no such prompt')
  expect(await dialog.findByText('No prompts found for “no such prompt”.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Replay 1 prompt' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    promptIds: [],
    savedPrompts: [{ promptId: 7, prompt: 'Say hello to Anna Alt in a friendly tone.' }],
  })
})
