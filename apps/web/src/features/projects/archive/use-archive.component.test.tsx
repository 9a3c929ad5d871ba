import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useArchive } from './use-archive.ts'

function Archive() {
  const { archived, toggle } = useArchive({ id: 9, name: 'Tender', type: 0 })
  return (
    <button type="button" onClick={toggle}>
      {archived ? 'archived' : 'listed'}
    </button>
  )
}

const isArchiving = (body: unknown) => JSON.stringify(body) === '{"archived":true}'

test('a chat is archived with a notice that undoes it', async () => {
  let projectIds = [4]
  const server = serverOf()
    .answer(contract.projects.archived, () => ({ projectIds }))
    .answer(contract.projects.archive, ({ body }) => {
      projectIds = isArchiving(body) ? [9, 4] : [4]
      return {}
    })
  const { user } = await openPage(<Archive />, { server })
  await user.click(await screen.findByText('listed'))
  await screen.findByText('archived')
  expect(await screen.findByText('“Tender” archived.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('listed')
  expect(server.sentTo(contract.projects.archive)).toEqual([{ archived: true }, { archived: false }])
})

test('a chat that cannot be archived stays, and the page says why', async () => {
  const server = serverOf()
    .answer(contract.projects.archived, { projectIds: [] })
    .refuse(contract.projects.archive, { status: 404, errorCode: 'NOT_FOUND', errorMessage: 'Not found.' })
  const { user } = await openPage(<Archive />, { server })
  await user.click(await screen.findByText('listed'))
  expect(await screen.findByText('Could not archive it')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('listed')).toBeTruthy())
})
