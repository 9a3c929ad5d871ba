import { placeholdersOf } from '@polylogue/contract/browser'
import { useMemo } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { copyText } from '#ui/markdown/index.ts'
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

/** Copies the text of a prompt and says whether that worked. The text may still be loading. */
export function useCopy(): (text: string | Promise<string>) => Promise<void> {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  return async (text) => {
    if (await copyText(text)) notices.show({ kind: 'done', title: t('copied') })
    else notices.show({ kind: 'failure', title: t('notCopied') })
  }
}
