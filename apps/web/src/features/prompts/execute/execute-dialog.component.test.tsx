import type { SavedPrompt } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ExecuteDialog } from './execute-dialog.tsx'

const prompt = {
  id: 7,
  title: 'Brief',
  prompt: 'Schreibe einen Brief über {{das_thema}}.',
  promptOutput: { id: 3, name: 'table', label: 'Table' },
  promptOptions: {},
  model: { id: 0 },
} as unknown as SavedPrompt

test('the sentence for the answer format has the language of the prompt, and nothing is left to choose', async () => {
  const server = serverOf()
    .answer(contract.models.list, { Models: [modelOf(2, 'llama3.3')] })
    .answer(contract.custinsts.list, { CustomInstructionsWho: [], CustomInstructionsRespond: [] })
  const view = <ExecuteDialog prompt={prompt} opened onClose={() => undefined} />
  const { user } = await openPage(view, { server, at: '/prompts' })
  const dialog = within(await openDialog())
  await user.type(dialog.getByLabelText('Das thema'), 'Fristen')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await waitFor(() => expect(preview.textContent).toMatch(/über Fristen\.\s*Antworte als Tabelle\.$/))
  expect(isDisabled('Run in a new chat')).toBe(false)
})
