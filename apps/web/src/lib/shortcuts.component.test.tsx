import { fireEvent, screen } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { useShortcut } from './shortcuts.ts'

/** A page with an open dialog, and the shortcut Ctrl+/; `close` ends the dialog. */
async function pageWithDialog() {
  const act = vi.fn()
  const dialog = document.createElement('div')
  const Page = () => {
    useShortcut('Slash', act)
    return <button type="button">Open</button>
  }
  await openPage(<Page />)
  await screen.findByRole('button', { name: 'Open' })
  onTestFinished(() => dialog.remove())
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  const press = () => fireEvent.keyDown(dialog, { key: '/', code: 'Slash', ctrlKey: true })
  return { act, dialog, press }
}

test.each([
  ['Enter', (dialog: Element) => fireEvent.keyDown(dialog, { key: 'Enter', code: 'Enter' })],
  ['a click', (dialog: Element) => fireEvent.click(dialog)],
  ['Escape', (dialog: Element) => fireEvent.keyDown(dialog, { key: 'Escape', code: 'Escape' })],
])('a shortcut that follows %s at once waits until the dialog is closed', async (_, leave) => {
  const { act, dialog, press } = await pageWithDialog()
  leave(dialog)
  press()
  expect(act).not.toHaveBeenCalled()
  dialog.remove()
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
})
