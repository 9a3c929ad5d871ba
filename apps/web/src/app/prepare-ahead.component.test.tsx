import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { prepareAhead } from './prepare-ahead.ts'

test('a project under the pointer is prepared although the focus moves meanwhile', async () => {
  document.body.innerHTML = '<a href="/projects/7">Quay</a><h1 tabindex="-1">Projects</h1>'
  const prepare = vi.fn()
  prepareAhead(document, prepare)
  document.querySelector('a')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  document.querySelector('h1')?.focus()
  await waitFor(() => expect(prepare).toHaveBeenCalledWith(7, null))
})
