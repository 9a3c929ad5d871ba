import type { UsedPrompt } from '@polylogue/contract'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useLoadText } from '../api.ts'
import { PromptText, useCopy } from '../prompt-text.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import css from './prompts-used.module.css'

/** Saved prompts with the number of their runs; each can be edited, copied and run again. */
export function PromptsUsed({ prompts }: { prompts: readonly UsedPrompt[] }) {
  const { t } = useTranslation('prompts')
  return (
    <ul className={css.list}>
      {prompts.map((prompt) => (
        <li key={prompt.id} className={css.row}>
          <Icon name="books" />
          <span className={css.name}>
            <Link to={`/prompts/${prompt.id}`} className="cut">
              {prompt.title}
            </Link>
            <span className="cut" dir="auto">
              <PromptText text={prompt.beginning} />
            </span>
          </span>
          <span className={css.end}>
            <span className={css.runs}>{t('runs', { count: prompt.runs })}</span>
            <Actions prompt={prompt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** On touch screens, the page of the prompt has what is missing here. */
function Actions({ prompt: { id, title: name, hasWriteAccess } }: { prompt: UsedPrompt }) {
  const { t } = useTranslation('prompts')
  const dialogs = useItemDialogs('prompts')
  const copy = useCopy()
  const textOf = useLoadText()
  return (
    <span className={css.actions}>
      <span className={css.quick}>
        {hasWriteAccess && (
          <IconButton
            icon="pencil"
            label={t('editNamed', { name })}
            onClick={() => dialogs.show('edit', id)}
          />
        )}
        <IconButton icon="copy" label={t('copyNamed', { name })} onClick={() => void copy(textOf(id))} />
      </span>
      <Button
        size="small"
        icon="player-play"
        aria-label={t('executeNamed', { name })}
        onClick={() => dialogs.show('execute', id)}
      >
        {t('run')}
      </Button>
    </span>
  )
}
