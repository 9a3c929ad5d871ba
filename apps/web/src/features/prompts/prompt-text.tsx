import { placeholdersOf } from '@polylogue/contract/browser'
import { useMemo } from 'react'
import { partsOf } from './parts.ts'
import css from './prompt-text.module.css'

/** Shows the text of a prompt with its placeholders set off. */
export function PromptText({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text, placeholdersOf(text)), [text])
  return parts.map((part, at) =>
    part.name === undefined ? (
      part.text
    ) : (
      <span key={at} className={css.place}>
        {part.text}
      </span>
    ),
  )
}
