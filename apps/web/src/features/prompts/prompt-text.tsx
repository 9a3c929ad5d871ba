import { placeholdersOf } from '@polylogue/contract/browser'
import { useMemo } from 'react'
import { segmentsOf } from './segments.ts'
import css from './prompt-text.module.css'

/** Shows the text of a prompt with its placeholders set off. */
export function PromptText({ text }: { text: string }) {
  const segments = useMemo(() => segmentsOf(text, placeholdersOf(text)), [text])
  return segments.map((segment, at) =>
    segment.name === undefined ? (
      segment.text
    ) : (
      <span key={at} className={css.place}>
        {segment.text}
      </span>
    ),
  )
}
