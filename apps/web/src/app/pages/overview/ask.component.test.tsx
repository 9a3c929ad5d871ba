import type { Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Ask } from './ask.tsx'

const QUAY = { id: 9, name: 'Quay', defaultModelId: 2, defaultModelTagId: 2, type: 2 } as Project

test('the field of a project takes the focus that is on nothing', async () => {
  const server = serverOf().answer(contract.models.list, { Models: [modelOf(2, 'llama3.3')] })
  await openPage(<Ask project={QUAY} onAsked={() => undefined} />, { server })
  const field = await screen.findByRole('textbox', { name: 'Ask in this project' })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('a field in which somebody writes keeps the focus when that of a project appears', async () => {
  const server = serverOf().answer(contract.models.list, { Models: [modelOf(2, 'llama3.3')] })
  await openPage(
    <>
      <input aria-label="Note" autoFocus />
      <Ask project={QUAY} onAsked={() => undefined} />
    </>,
    { server },
  )
  await screen.findByRole('textbox', { name: 'Ask in this project' })
  expect(document.activeElement).toBe(screen.getByLabelText('Note'))
})
