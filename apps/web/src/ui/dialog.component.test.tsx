import { screen, waitFor, within } from '@testing-library/dom'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogBody } from './dialog.tsx'
import { Problem } from './states.tsx'

function Saved() {
  const [refused, setRefused] = useState(false)
  return (
    <Dialog opened title="Edit chatbot" onClose={() => undefined}>
      <DialogBody>
        <Button onClick={() => setRefused(true)}>Save</Button>
        {refused && (
          <div>
            <Problem>This does not exist.</Problem>
          </div>
        )}
      </DialogBody>
    </Dialog>
  )
}

test('the reason of a refusal is scrolled to', async () => {
  const shown: Element[] = []
  const spied = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this)
  })
  onTestFinished(() => spied.mockRestore())
  const { user } = await openPage(<Saved />)
  const dialog = await openDialog('Edit chatbot')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(shown).toEqual([screen.getByRole('alert')]))
})
