import type { ListedProject } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { NotificationBell } from '#features/notifications/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ProjectCard } from './project-card.tsx'

test('a project that is newly shared is marked on its card (NOTIFY-19)', async () => {
  const shared = [{ id: 2, uri: '/projects/7' }]
  const server = serverOf()
    .answer(contract.notifications.list, { notifications: [], unread: 1, shared })
    .answer(contract.models.list, { Models: [] } as never)
    .answer(contract.projects.archived, { Projects: [] } as never)
  const card = (id: number) => {
    const lastUsed = '2026-01-05T08:00:00.000Z'
    const project = { id, name: `Project ${id}`, type: 1, lastUsed, assocContexts: [] as unknown[] }
    return <ProjectCard project={project as unknown as ListedProject} onDelete={() => undefined} />
  }
  await openPage(
    <>
      <NotificationBell />
      {card(7)}
      {card(8)}
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
