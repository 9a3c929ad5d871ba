import type { UsedPrompt } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { PromptText } from '../prompt-text.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import css from './prompts-used.module.css'

/** Saved prompts with the number of their runs; each can be run again. */
export function PromptsUsed({ prompts }: { prompts: readonly UsedPrompt[] }) {
  const { t } = useTranslation('prompts')
  const dialogs = useItemDialogs('prompts')
  return (
    <ul className={css.list}>
      {prompts.map(({ id, title: name, beginning, runs }) => (
        <li key={id} className={css.row}>
          <Icon name="books" />
          <span className={css.name}>
            <b className="cut">{name}</b>
            <span className="cut" dir="auto">
              <PromptText text={beginning} />
            </span>
          </span>
          <span className={css.runs}>{t('runs', { count: runs })}</span>
          <Button
            size="small"
            icon="player-play"
            aria-label={t('executeNamed', { name })}
            onClick={() => dialogs.show('execute', id)}
          >
            {t('run')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
