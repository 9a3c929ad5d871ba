// The end of a long answer is seen by its person if they look at its tab then (NOTIFY-16).
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { useSeen } from '#features/runs/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useRunStore } from './use-runs.ts'

/** Follows an answer of this duration to its end, in a tab that is shown or not. */
async function ends({ overallResponseTime = 40_000, shown = 11, visibility = 'visible' as const as string }) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility as DocumentVisibilityState)
  const server = serverOf().answer(contract.notifications.seeEnd, {})
  const { fetch } = server
  const query = { id: 9, state: 2, responseText: 'Yes.', overallResponseTime }
  const stream = [
    `id: 1\nevent: Response\ndata: ${JSON.stringify({ queryId: 9, responseText: 'Yes.' })}`,
    `id: 2\nevent: Response\ndata: ${JSON.stringify({ queryId: 9, query })}`,
    'id: 3\nevent: Response\ndata: [STREAM-DONE]',
  ]
  const headers = { 'content-type': 'text/event-stream' }
  const withStream: typeof fetch = (input, init) =>
    JSON.stringify(input).includes('prompts/streams/9')
      ? Promise.resolve(new Response(`${stream.join('\n\n')}\n\n`, { headers }))
      : fetch(input, init)
  Object.assign(server, { fetch: withStream })
  const Tab = () => {
    const store = useRunStore()
    useSeen({ projectId: 1, id: shown })
    return (
      <button
        type="button"
        onClick={() => {
          store.follow({ projectId: 1, tabId: 11 }, 9)
          void vi.waitUntil(() => store.of(11).length === 0).then(() => document.body.append('It ended.'))
        }}
      >
        Follow
      </button>
    )
  }
  const { user } = await openPage(<Tab />, { server })
  await user.click(await screen.findByRole('button', { name: 'Follow' }))
  await screen.findByText(/It ended\./)
  return () => server.sentTo(contract.notifications.seeEnd)
}

test('whoever looks at its tab sees it', async () => {
  const sent = await ends({})
  await waitFor(() => expect(sent()).toEqual([{ kind: 'answerEnded', id: 9 }]))
})

test.each([
  ['a hidden page shows it to nobody', { visibility: 'hidden' }],
  ['nobody sees it in another tab', { shown: 12 }],
  ['a short one is not told anyway', { overallResponseTime: 4_000 }],
])('%s', async (_, state) => {
  expect((await ends(state))()).toEqual([])
})
