import type { Idea } from '@polylogue/contract'
import { useState } from 'react'
import { FillPromptDialog, PLAIN_OUTPUT } from '#features/prompts/index.ts'
import { shortOf } from './short-of.ts'

/**
 * Returns `choose(idea)`, which passes the text on, and the dialog to render: it fills in an idea with placeholders first.
 */
export function useFilledIdea(onText: (text: string) => void) {
  const [chosen, setChosen] = useState<Idea>()
  const [opened, setOpened] = useState(false)
  const choose = (idea: Idea) => {
    // Not parsed here, because every chat loads this.
    if (!idea.prompt.includes('{{')) return onText(idea.prompt)
    setChosen(idea)
    setOpened(true)
  }
  const dialog = chosen && (
    <FillPromptDialog
      key={chosen.id}
      prompt={{
        id: chosen.id,
        title: shortOf(chosen.prompt),
        prompt: chosen.prompt,
        promptOutput: PLAIN_OUTPUT,
        noun: 'idea',
      }}
      opened={opened}
      onInsert={(text) => {
        setOpened(false)
        onText(text)
      }}
      onClose={() => setOpened(false)}
    />
  )
  return { choose, dialog }
}
