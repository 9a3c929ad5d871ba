import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { HistoryDialog } from './history-dialog.tsx'

const PROMPTS = ['What is in these?', 'Compare the bids for lot 2.', 'Write a letter.'].map(
  (queryText, at) => ({
    id: at + 1,
    queryText,
    created: '2026-01-05T08:00:00.000Z',
    projectId: 4,
    projectName: 'Bids',
    projectTabId: 5,
    tabName: 'Lots',
  }),
)

/** Opens the dialog on a server that searches; a search for `held` is answered when `release` is called. */
async function open(held?: string) {
  const released = Promise.withResolvers<void>()
  const asked: (string | null)[] = []
  const server = serverOf().answer(contract.queries.history, async ({ query }) => {
    const text = query.get('q')
    asked.push(text)
    if (text !== null && text === held) await released.promise
    return {
      Queries: PROMPTS.filter(({ queryText }) => queryText.toLowerCase().includes(text?.toLowerCase() ?? '')),
    }
  })
  const onChoose = vi.fn()
  const view = (
    <HistoryDialog
      opened
      isChat={false}
      projectId={4}
      tabId={5}
      onChoose={onChoose}
      onClose={() => undefined}
    />
  )
  const { user } = await openPage(view, { server })
  await openDialog('Earlier prompts')
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await screen.findByRole('option', { name: /^What is in these/ })
  return { user, onChoose, field, asked, release: released.resolve }
}

const options = () => screen.queryAllByRole('option')
const chosen = () => options().filter((one) => one.getAttribute('aria-selected') === 'true')

test('an earlier prompt is found as it is typed, and Enter takes it over', async () => {
  const { user, onChoose, field } = await open()
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('LOT 2')
  await waitFor(() => expect(options()).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Compare the bids for lot 2.', false)
})

test('a text that no prompt contains is said; a click sends directly when that is chosen, also the next time', async () => {
  const { user, onChoose, field } = await open()
  await user.type(field, 'nothing like this')
  expect(await screen.findByText('No matching prompts')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'what is in')
  await waitFor(() => expect(options()).toHaveLength(1))
  const directly = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send directly' })
  expect(directly.checked).toBe(false)
  await user.click(directly)
  await user.click(options()[0]!)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('What is in these?', true)
  expect(localStorage.getItem('polylogue.sendDirectly')).toBe('true')
})

test('Enter selects no earlier prompt before the results of the typed text are shown', async () => {
  const { user, onChoose, field, asked, release } = await open('lot 2')
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBeTruthy())
  await user.type(field, 'lot 2{Enter}')
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBeNull())
  await waitFor(() => expect(asked).toContain('lot 2'))
  await user.keyboard('{Enter}')
  expect(chosen()).toEqual([])
  expect(onChoose).not.toHaveBeenCalled()
  release()
  await waitFor(() =>
    expect(chosen().map((one) => one.textContent)).toEqual([expect.stringMatching(/^Compare/)]),
  )
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Compare the bids for lot 2.', false)
})
