import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { NotificationBell } from '#features/notifications/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ItemRow } from './item-row.tsx'

test('what is newly shared is marked in its list (NOTIFY-19)', async () => {
  const shared = [{ id: 1, uri: '/prompts/5' }]
  const server = serverOf().answer(contract.notifications.list, { notifications: [], unread: 1, shared })
  const row = (id: number) => (
    <ItemRow name={`Prompt ${id}`} path={`/prompts/${id}`} heading="h2" named={false} actions="" facts="">
      <p>Text</p>
    </ItemRow>
  )
  await openPage(
    <>
      <NotificationBell />
      <ul>
        {row(5)}
        {row(6)}
      </ul>
    </>,
    { server },
  )
  expect(await screen.findAllByText('Newly shared')).toHaveLength(1)
  const marked = screen.getAllByRole('heading').map(({ parentElement }) => parentElement?.textContent)
  expect(marked).toEqual([
    expect.stringContaining('Newly shared'),
    expect.not.stringContaining('Newly shared'),
  ])
})
