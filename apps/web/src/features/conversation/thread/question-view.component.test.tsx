import { screen, waitFor, within } from '@testing-library/dom'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { COMPOSER } from '#lib/composer-focus.ts'
import { openPage } from '#test/page.tsx'
import { QuestionView } from './question-view.tsx'

type Props = ComponentProps<typeof QuestionView>

const MESSAGE = {
  id: 7,
  userId: 1,
  projectTabId: 3,
  queryText: 'Which lamps?',
  attachments: [],
  status: 'done',
}

async function openEditor(onAsk: NonNullable<Props['onAsk']>) {
  const version = { message: MESSAGE } as unknown as Props['version']
  const { user } = await openPage(
    <>
      <QuestionView version={version} onAsk={onAsk} last />
      <textarea id={COMPOSER} aria-label="Message" />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit and ask again' }))
  await screen.findByRole('textbox', { name: 'Edit and ask again' })
  return user
}

test('leaving the editor of a question gives the focus back to its button', async () => {
  const user = await openEditor(() => Promise.resolve(true))
  await user.keyboard('{Escape}')
  const button = await screen.findByRole('button', { name: 'Edit and ask again' })
  expect(document.activeElement).toBe(button)
})

test('asking again gives the focus to the message field; a refusal leaves it in the editor', async () => {
  let isAsked = false
  const user = await openEditor(() => Promise.resolve(isAsked))
  await user.keyboard(' And how bright?{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Edit and ask again' }))
  isAsked = true
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.id).toBe(COMPOSER))
})

test('a question cannot be edited while this page writes its answer, although the list already has it finished', async () => {
  const message = { ...MESSAGE, state: 2 }
  const view = (run: object | undefined) => {
    const version = { message, run } as unknown as Props['version']
    return <QuestionView version={version} onAsk={() => Promise.resolve(true)} last />
  }
  await openPage(
    <>
      <section aria-label="running">{view({ state: 'streaming' })}</section>
      <section aria-label="ended">{view(undefined)}</section>
    </>,
  )
  const ended = await screen.findByRole('region', { name: 'ended' })
  await within(ended).findByRole('button', { name: 'Edit and ask again' })
  const running = within(screen.getByRole('region', { name: 'running' }))
  expect(running.getByText('Which lamps?')).toBeTruthy()
  expect(running.queryByRole('button', { name: 'Edit and ask again' })).toBeNull()
})
