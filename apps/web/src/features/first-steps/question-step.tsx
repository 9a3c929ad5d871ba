import type { Tab } from '@polylogue/contract'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { GUIDE } from '#features/models/index.ts'
import css from './first-steps.module.css'
import { composer } from './next-focus.ts'
import { useOpenFirstChat } from './use-first-chat.ts'

/** Asks the first question: in the open chat, else in the default project or a new chat. */
export function QuestionStep({ ready, tab }: { ready: boolean; tab: Tab | undefined }) {
  const { t } = useTranslation('first-steps')
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const chat = useOpenFirstChat()
  const isHere = tab !== undefined && tab.defaultModelId !== GUIDE.modelId
  if (!ready) return <p className={css.small}>{t('question.later')}</p>
  const open = () => {
    if (isHere) composer()?.focus()
    else chat.mutate(t('question.chatName'), { onSuccess: (id) => void navigate(`/projects/${id}`) })
  }
  return (
    <>
      <p>{isHere ? t('question.here') : t('question.text')}</p>
      <div>
        <Button kind="fill" busy={chat.isPending} onClick={open}>
          {t('question.ask')}
        </Button>
      </div>
      {chat.error && <Problem>{errorMessage(chat.error).sentence}</Problem>}
    </>
  )
}
