import { screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { trackFocus } from './focus-trail.ts'

test('a button that is disabled while it has the focus gives it back', async () => {
  // Nothing has a layout here.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
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
