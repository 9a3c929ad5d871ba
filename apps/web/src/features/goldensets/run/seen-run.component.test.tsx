// The end of a run is seen by its person if a page that they look at shows it (NOTIFY-14).
import type { GoldenRun, GoldenSet } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { useQueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { Runs } from './runs.tsx'

const runOf = (state: GoldenRun['state'], userId: number): GoldenRun => ({
  id: 5,
  goldensetId: 3,
  state,
  errorCode: null,
  userId,
  created: '2026-01-05T08:00:00.000Z',
  ended: null,
  total: 2,
  done: state === 'running' ? 1 : 2,
  scorecards: [],
  can: { cancel: true, retry: false },
})

/** Shows a run of somebody that goes on, then its end while the page is in this state. */
async function ends(userId: number, visibility: DocumentVisibilityState) {
  let state: GoldenRun['state'] = 'running'
  const server = serverOf()
    .answer(contract.goldensets.runs, () => ({ GoldenRuns: [runOf(state, userId)] }), { hidden: false })
    .answer(contract.notifications.seeEnd, {})
  const Refetch = () => {
    const cache = useQueryClient()
    return (
      <button type="button" onClick={() => void cache.invalidateQueries()}>
        Again
      </button>
    )
  }
  const { user } = await openPage(
    <>
      <Refetch />
      <Runs set={{ id: 3 } as GoldenSet} />
    </>,
    { server },
  )
  await screen.findByText('Running')
  expect(server.sentTo(contract.notifications.seeEnd)).toEqual([])
  state = 'done'
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  await user.click(screen.getByRole('button', { name: 'Again' }))
  await screen.findByText('Done')
  return server
}

test('its person, who looks at the page, sees it', async () => {
  const server = await ends(USER_ID, 'visible')
  await waitFor(() =>
    expect(server.sentTo(contract.notifications.seeEnd)).toEqual([{ kind: 'goldenRunEnded', id: 5 }]),
  )
})

test.each([
  ['a hidden page shows it to nobody', USER_ID, 'hidden'],
  ['that of others is not theirs', USER_ID + 1, 'visible'],
] as const)('%s', async (_, userId, visibility) => {
  const server = await ends(userId, visibility)
  expect(server.sentTo(contract.notifications.seeEnd)).toEqual([])
})
