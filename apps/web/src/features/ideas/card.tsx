import type { Idea } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { IDEA, IDEA_DIALOGS } from './dialog-names.ts'
import css from './page.module.css'
import { shortOf } from './short-of.ts'

interface IdeaCardProps {
  idea: Idea
  category: string
  busy: boolean
  onUse: () => void
}

/** An idea with what the user may do with it. */
export function IdeaCard({ idea, category, busy, onUse }: IdeaCardProps) {
  const { t } = useTranslation('ideas')
  const dialogs = useDialogsOf(IDEA)
  const { id, prompt, can } = idea
  const name = shortOf(prompt)
  return (
    <li className={css.card}>
      <span>
        <Chip>{category}</Chip>
      </span>
      <div className={css.text}>
        <ClampedText name={name}>{prompt}</ClampedText>
      </div>
      <div className={css.actions}>
        <Button size="small" icon="message" aria-label={`${t('use')}: ${name}`} busy={busy} onClick={onUse}>
          {t('use')}
        </Button>
        <span className="sp" />
        {can.edit && (
          <IconButton
            icon="pencil"
            label={t('editNamed', { name })}
            onClick={() => dialogs.show(IDEA_DIALOGS.edit, id)}
          />
        )}
        {can.remove && (
          <IconButton
            icon="trash"
            label={t('deleteNamed', { name })}
            onClick={() => dialogs.show(IDEA_DIALOGS.remove, id)}
          />
        )}
      </div>
    </li>
  )
}
