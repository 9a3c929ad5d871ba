import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { returnFocus, trackFocus } from './focus-trail.ts'

// Nothing has a layout here.
const shownIf = (isShown: (element: Element) => boolean) =>
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (isShown(this) ? [{}] : []) as unknown as DOMRectList
  })

test('a row that is deleted with all its buttons gives the focus to what had it before', async () => {
  shownIf((element) => element.closest('[hidden]') === null)
  trackFocus()
  await openPage(
    <>
      <button type="button">New</button>
      <ul>
        {['Run', 'Copy', 'Edit', 'More', 'Rename', 'Share', 'Versions', 'Delete'].map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
    </>,
  )
  const before = await screen.findByText('New')
  before.focus()
  for (const button of document.querySelectorAll<HTMLElement>('li button')) button.focus()
  document.querySelector('ul')?.setAttribute('hidden', '')
  screen.getByText('Delete').blur()
  returnFocus()
  expect(document.activeElement).toBe(before)
})

test('a button that is disabled while it has the focus gives it back', async () => {
  shownIf(() => true)
  trackFocus()
  await openPage(
    <>
      <button type="button">Search</button>
      <button type="button">Save</button>
    </>,
  )
  const [before, pressed] = [await screen.findByText('Search'), screen.getByText('Save')]
  before.focus()
  pressed.focus()
  // As the browser does with what is disabled: nothing has the focus.
  pressed.blur()
  pressed.setAttribute('disabled', '')
  await waitFor(() => expect(document.activeElement).toBe(before))
})
