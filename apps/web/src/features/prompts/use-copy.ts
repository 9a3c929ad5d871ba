import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { copyText } from '#ui/markdown/index.ts'

/** Copies the text of a prompt and says whether that worked. The text may still be loading. */
export function useCopy(): (text: string | Promise<string>) => Promise<void> {
  const { t } = useTranslation('prompts')
  const notices = useNotices()
  return async (text) => {
    if (await copyText(text)) notices.show({ kind: 'done', title: t('copied') })
    else notices.show({ kind: 'failure', title: t('notCopied') })
  }
}
